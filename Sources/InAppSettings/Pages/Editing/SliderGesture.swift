import SettingsCore
public import SettingsSchema
import Synchronization

/// A slider while it is moved: see ``SettingsPage/beginSliding(_:)``.
///
/// Dropping it without ending writes nothing.
public final class SliderGesture: Sendable {
  private let page: SettingsPage
  private let place: RowPlace
  /// The range of the slider.
  public let range: Specifier.Element.Slider
  /// The position that the slider had when it was touched.
  public let start: Double
  private let state: Mutex<State>

  private struct State {
    var position: Double
    /// What need not be written; nil for a secret that was moved, since it may be any other.
    var written: Double?
  }

  init(page: SettingsPage, place: RowPlace, range: Specifier.Element.Slider, start: Double) {
    self.page = page
    self.place = place
    self.range = range
    self.start = start
    state = Mutex(State(position: start, written: start))
  }

  /// Where the slider is.
  public var position: Double { state.withLock { $0.position } }

  /// Moves the slider; the position is kept within the range.
  public func move(to position: Double) {
    let position = range.position(of: .double(position))
    state.withLock { state in
      state.position = position
      if place.shown.isSecret { state.written = nil }
    }
  }

  /// Lets the slider go, and writes its position: one commit; none when it is where it began, or ended
  /// before.
  @discardableResult
  public func end() throws(PageError) -> EditOutcome {
    let (position, written) = state.withLock { ($0.position, $0.written) }
    guard position != written else { return .unchanged }
    let text = place.shown.isSecret ? "" : " to \(Self.short(position))"
    let reason = "Moved \(place.quoted)\(text)"
    let outcome = try page.write(
      .double(position), at: place, reason: place.listReason ?? reason)
    state.withLock { $0.written = position }
    return outcome
  }

  private static func short(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\((number * 1000).rounded() / 1000)"
  }
}
