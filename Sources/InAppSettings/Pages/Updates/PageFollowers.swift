/// Those who wait for news of a page.
struct PageFollowers {
  private var continuations: [AsyncStream<Void>.Continuation] = []
  private(set) var isFinished = false
  private(set) var failure: PageError?
  /// Follows what others change; nil as long as nobody waits.
  var following: Task<Void, Never>?

  /// A stream with an element whenever there may be news; several at once are one.
  mutating func add() -> AsyncStream<Void> {
    // Those who have gone show only when they are told something, and news that is none does no harm.
    tell()
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if isFinished { continuation.finish() } else { continuations.append(continuation) }
    return stream
  }

  /// Says that there is news, and forgets those who do not wait any more.
  mutating func tell() {
    continuations = continuations.filter { continuation in
      if case .terminated = continuation.yield() { false } else { true }
    }
  }

  /// Says that there will be no news any more.
  mutating func finish(_ failure: PageError?) {
    guard !isFinished else { return }
    isFinished = true
    self.failure = failure
    for continuation in continuations { continuation.finish() }
    continuations = []
    following?.cancel()
  }
}
