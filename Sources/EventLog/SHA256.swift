package import SettingsCore

#if canImport(CryptoKit)
  import CryptoKit

  /// SHA-256, by CryptoKit on Apple's platforms.
  package enum SHA256 {
    /// The digest of some bytes.
    ///
    /// - Complexity: O(number of bytes).
    package static func digest(of bytes: [UInt8]) throws(EventLogError) -> Digest {
      guard let digest = Digest(bytes: Array(CryptoKit.SHA256.hash(data: bytes))) else {
        throw EventLogError(.cryptoFailed)
      }
      return digest
    }
  }
#else
  internal import CCrypto
  import Synchronization

  /// SHA-256, by OpenSSL's libcrypto.
  ///
  /// The algorithm is fetched and the context made once: fetching it for each digest would cost more
  /// than hashing a record does.
  package enum SHA256 {
    private static let shared = Mutex(Hasher())

    /// The digest of some bytes.
    ///
    /// - Complexity: O(number of bytes).
    /// - Throws: when libcrypto cannot compute SHA-256, as on a system with a broken configuration.
    package static func digest(of bytes: [UInt8]) throws(EventLogError) -> Digest {
      guard let digest = shared.withLock({ $0.digest(of: bytes) }).flatMap(Digest.init(bytes:))
      else { throw EventLogError(.cryptoFailed) }
      return digest
    }

    @safe private struct Hasher: ~Copyable, @unchecked Sendable {  // used under the lock only
      private let context = unsafe EVP_MD_CTX_new()
      private let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil)

      func digest(of bytes: [UInt8]) -> [UInt8]? {
        guard unsafe context != nil, unsafe algorithm != nil,
          unsafe EVP_DigestInit_ex2(context, algorithm, nil) == 1
        else { return nil }
        let updated = unsafe bytes.withUnsafeBytes {
          unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        var digest = [UInt8](repeating: 0, count: Digest.byteCount)
        let finished = unsafe digest.withUnsafeMutableBufferPointer {
          unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil)
        }
        return updated == 1 && finished == 1 ? digest : nil
      }

      deinit {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_MD_free(algorithm)
      }
    }
  }
#endif
