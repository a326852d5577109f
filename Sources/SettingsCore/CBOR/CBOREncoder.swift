/// Writes deterministic CBOR (RFC 8949 §4.2): shortest heads, definite lengths, sorted map keys.
package struct CBOREncoder: Sendable {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The major types of RFC 8949 §3.1, in their place in the first byte.
  package enum Major: UInt8, Sendable {
    case unsigned = 0x00
    case negative = 0x20
    case bytes = 0x40
    case text = 0x60
    case array = 0x80
    case map = 0xa0
    case tag = 0xc0
    case simple = 0xe0
  }

  package mutating func head(_ major: Major, _ argument: UInt64) {
    switch argument {
    case 0..<24:
      bytes.append(major.rawValue | UInt8(argument))
    case 24...0xff:
      bytes.append(major.rawValue | 24)
      bytes.append(UInt8(argument))
    case 0x100...0xffff:
      bytes.append(major.rawValue | 25)
      bigEndian(argument, byteCount: 2)
    case 0x1_0000...0xffff_ffff:
      bytes.append(major.rawValue | 26)
      bigEndian(argument, byteCount: 4)
    default:
      bytes.append(major.rawValue | 27)
      bigEndian(argument, byteCount: 8)
    }
  }

  package mutating func unsigned(_ value: UInt64) { head(.unsigned, value) }

  package mutating func integer(_ value: Int64) {
    if value < 0 { head(.negative, UInt64(bitPattern: ~value)) } else { unsigned(UInt64(value)) }
  }

  package mutating func byteString(_ value: some Collection<UInt8>) {
    head(.bytes, UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  package mutating func text(_ value: String) {
    head(.text, UInt64(value.utf8.count))
    bytes.append(contentsOf: value.utf8)
  }

  package mutating func array(count: Int) { head(.array, UInt64(count)) }
  package mutating func map(count: Int) { head(.map, UInt64(count)) }
  package mutating func tag(_ number: UInt64) { head(.tag, number) }
  package mutating func bool(_ value: Bool) { bytes.append(value ? 0xf5 : 0xf4) }
  package mutating func null() { bytes.append(0xf6) }

  /// The shortest of the three float formats that keeps the value; every NaN is the same two-byte one.
  package mutating func double(_ value: Double) {
    if value.isNaN {
      bytes.append(0xf9)
      bigEndian(0x7e00, byteCount: 2)
    } else if let single = Float(exactly: value) {
      if let half = HalfFloat.bits(of: single) {
        bytes.append(0xf9)
        bigEndian(UInt64(half), byteCount: 2)
      } else {
        bytes.append(0xfa)
        bigEndian(UInt64(single.bitPattern), byteCount: 4)
      }
    } else {
      bytes.append(0xfb)
      bigEndian(value.bitPattern, byteCount: 8)
    }
  }

  /// Bytes that are already deterministic CBOR.
  package mutating func raw(_ encoded: some Sequence<UInt8>) { bytes.append(contentsOf: encoded) }

  private mutating func bigEndian(_ value: UInt64, byteCount: Int) {
    for shift in stride(from: (byteCount - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }
}

/// IEEE 754 half precision, spelled out because Swift's `Float16` does not exist on every platform.
enum HalfFloat {
  /// The half-precision bits of a value; nil when half precision cannot hold it exactly.
  static func bits(of value: Float) -> UInt16? {
    let bits = value.bitPattern
    let sign = UInt16(truncatingIfNeeded: bits >> 16) & 0x8000
    let fraction = bits & 0x7f_ffff
    let exponent = Int(bits >> 23 & 0xff) - 127
    if value == 0 { return sign }
    if value.isInfinite { return sign | 0x7c00 }
    switch exponent {
    case -14...15:
      guard fraction & 0x1fff == 0 else { return nil }
      return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
    case -24 ..< -14:
      // A subnormal half: the leading one becomes a digit of the fraction.
      let shift = UInt32(-exponent - 1)
      let digits = fraction | 0x80_0000
      guard digits & ((1 << shift) - 1) == 0 else { return nil }
      return sign | UInt16(digits >> shift)
    default:
      return nil
    }
  }

  /// The value of half-precision bits.
  static func value(of bits: UInt16) -> Double {
    let sign: Double = bits & 0x8000 == 0 ? 1 : -1
    let exponent = Int(bits >> 10 & 0x1f)
    let fraction = Double(bits & 0x3ff)
    switch exponent {
    case 0: return sign * fraction * 0x1p-24
    case 31: return fraction == 0 ? sign * .infinity : .nan
    default:
      return sign * (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
    }
  }
}
