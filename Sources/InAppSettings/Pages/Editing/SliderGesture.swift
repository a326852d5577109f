import Foundation
import SettingsCore
import SettingsLedger
public import SettingsSchema
import Synchronization

/// A slider while it is moved: see ``SettingsPage/beginSliding(_:)``.
///
/// What is seen while it moves is the program's matter: ``position`` says where it is. ``write()`` stores that
/// on the way, for those who have to see it at work. Dropping the gesture without ending writes nothing more.
public final class SliderGesture: Sendable {
  private let page: SettingsPage
  /// The range of the slider.
  public let range: Specifier.Element.Slider
  /// The position that the slider had when it was touched.
  public let start: Double
  private let state: Mutex<State>

  private struct State {
    var place: RowPlace
    var position: Double
    /// What need not be written; nil for a secret that was moved, since it may be any other.
    var written: Double?
    /// What makes all that is written one step of undo; nil as long as nothing is written on the way.
    var token: String?
  }

  init(page: SettingsPage, place: RowPlace, range: Specifier.Element.Slider, start: Double) {
    self.page = page
    self.range = range
    self.start = start
    state = Mutex(State(place: place, position: start, written: start))
  }

  /// Where the slider is.
  public var position: Double { state.withLock { $0.position } }

  /// Moves the slider; the position is kept within the range.
  public func move(to position: Double) {
    let position = range.position(of: .double(position))
    state.withLock { state in
      state.position = position
      if state.place.shown.isSecret { state.written = nil }
    }
  }

  /// Lets the slider go, and writes its position: one commit; none when it is where it began, or was
  /// written last.
  @discardableResult
  public func end() throws(PageError) -> EditOutcome { try writePosition() }

  /// Writes the position that the slider has while it is still moved.
  ///
  /// Each call is a commit, if the slider has moved since the one before, and the delegate is told of each.
  /// All of a gesture are one step of undo, unless the author changes something else in between. Without
  /// this, a gesture writes once, when it ends (rule E4). In the row that adds an item nothing is written on
  /// the way.
  @discardableResult
  public func write() throws(PageError) -> EditOutcome {
    let isAdding = state.withLock { state in
      state.token = state.token ?? UUID().uuidString
      return state.place.isAdding
    }
    return isAdding ? .unchanged : try writePosition()
  }

  private func writePosition() throws(PageError) -> EditOutcome {
    // Counts as written from here on, so that of two threads that let go one appends an item.
    let begun = state.withLock { state -> State? in
      guard state.position != state.written else { return nil }
      defer { state.written = state.position }
      return state
    }
    guard let begun else { return .unchanged }
    let (place, position) = (begun.place, begun.position)
    let text = place.shown.isSecret ? "" : " to \(Self.short(position))"
    let reason = "Moved \(place.quoted)\(text)"
    do throws(PageError) {
      let outcome = try page.write(
        .double(position), at: place, reason: place.listReason ?? reason,
        undo: begun.token.map { .group($0) } ?? .step,
        // Of two threads that write, the one that began last has the last word.
        unless: { _ in state.withLock { ($0.written ?? position) != position } })
      let next = page.place(after: place)
      state.withLock { $0.place = next }
      return outcome
    } catch {
      state.withLock { state in
        if state.written == position { state.written = begun.written }
      }
      throw error
    }
  }

  private static func short(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\((number * 1000).rounded() / 1000)"
  }
}
