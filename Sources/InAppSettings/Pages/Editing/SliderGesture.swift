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
  private let current: Mutex<Double>

  init(page: SettingsPage, place: RowPlace, range: Specifier.Element.Slider, start: Double) {
    self.page = page
    self.place = place
    self.range = range
    self.start = start
    current = Mutex(start)
  }

  /// Where the slider is.
  public var position: Double { current.withLock { $0 } }

  /// Moves the slider; the position is kept within the range.
  public func move(to position: Double) {
    let position = range.position(of: .double(position))
    current.withLock { $0 = position }
  }

  /// Lets the slider go, and writes its position: one commit; none when it is where it began.
  @discardableResult
  public func end() throws(PageError) -> EditOutcome {
    let position = position
    guard position != start else { return .unchanged }
    let text = place.shown.isSecret ? "" : " to \(Self.short(position))"
    let reason = "Moved \(place.quoted)\(text)"
    return try page.write(.double(position), at: place, reason: place.listReason ?? reason)
  }

  private static func short(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\((number * 1000).rounded() / 1000)"
  }
}
