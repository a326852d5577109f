/// The objects that layers above keep beside an environment, one of each type.
///
/// They are held until the environment closes. A weak reference would do without that, but whatever
/// has one is retained more slowly from then on, and the ledger is retained at each read.
final class Attachments: Sendable {
  private let objects = Guarded<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  func find<T: AnyObject & Sendable>(_ make: () throws -> T) rethrows -> T {
    do {
      return try objects.withLock { objects in
        let type = ObjectIdentifier(T.self)
        if let found = objects[type] as? T { return found }
        let made = try make()
        objects[type] = made
        return made
      }
    }
  }

  /// Lets go of all objects.
  func clear() { objects.withLock { $0 = [:] } }
}
