/// The objects that layers above keep beside an environment, one of each type, held weakly.
final class Attachments: Sendable {
  private struct Weak: Sendable {
    weak var object: (any AnyObject & Sendable)?
  }

  private let objects = Guarded<[ObjectIdentifier: Weak]>([:])

  func find<T: AnyObject & Sendable>(_ make: () throws -> T) rethrows -> T {
    do {
      return try objects.withLock { objects in
        let type = ObjectIdentifier(T.self)
        if let found = objects[type]?.object as? T { return found }
        let made = try make()
        objects[type] = Weak(object: made)
        return made
      }
    }
  }
}
