import Foundation
import Testing

/// A store and a model of it go through the same random commands, from seed 6 with a store that drops old
/// commits by itself; `Tools/random-walk` goes on for longer, with other processes that are killed.
@Suite struct RandomWalkTests {
  @Test(arguments: [4, 5, 6])
  func `the store is what a model of it says, after every command`(seed: Int) throws {
    try withDirectory { directory in
      let child = try Child("walk", directory + "/store", "500", "\(seed)", "alone")
      let said = child.remainingLines()
      #expect(said.first?.contains("500 commands") == true, "seed \(seed): \(said)")
      #expect(child.wait() == 0)
    }
  }
}
