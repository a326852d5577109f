/// The kind of device that settings are shown on.
@nonexhaustive
public enum Idiom: String, Hashable, Sendable, CaseIterable {
  /// An iPhone; the schema calls it `Phone`.
  case phone
  /// An iPad; `Pad`.
  case pad
  /// A Mac; `Mac`.
  case mac
  /// A Vision; `Reality`.
  case vision

  /// The idiom that the schema calls so; nil for a name it does not know (rule D3).
  public init?(schemaName: String) {
    switch schemaName {
    case "Phone": self = .phone
    case "Pad": self = .pad
    case "Mac": self = .mac
    case "Reality": self = .vision
    default: return nil
    }
  }

  /// What files for this device have before their extension (rule L2): a Mac takes the iPhone's.
  public var fileSuffix: String {
    switch self {
    case .pad: "~ipad"
    case .vision: "~vision"
    case .phone, .mac: "~iphone"
    }
  }
}
