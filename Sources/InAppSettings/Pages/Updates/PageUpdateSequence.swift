import SettingsLedger
import SettingsSchema
import Synchronization

/// What a settings page shows, now and whenever it changes: see ``SettingsPage/updates``.
///
/// * **Initial value:** an update from nothing to the current snapshot, at once.
/// * **Order and loss:** each update goes on from the snapshot of the one before. Snapshots in between may
///   be skipped, the newest never.
/// * **Buffering:** none.
/// * **Cancellation:** when the task is cancelled or the store closed, `next()` gives nil, then and ever
///   after. A draft's pages end with the draft.
/// * **Isolation:** the sequence is `Sendable`, and its iterators are independent. An iterator is not
///   `Sendable`; it compares snapshots on the actor that asks.
public struct PageUpdateSequence: AsyncSequence, Sendable {
  let page: SettingsPage

  /// An iterator whose first element is the current snapshot.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(page: page, news: page.followNews())
  }

  /// Gives the current snapshot, then waits for changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let page: SettingsPage
    private let news: AsyncStream<Void>
    private var waiting: AsyncStream<Void>.AsyncIterator
    private var last: PageSnapshot?
    private var hasEnded = false

    init(page: SettingsPage, news: AsyncStream<Void>) {
      self.page = page
      self.news = news
      waiting = news.makeAsyncIterator()
    }

    /// What changed since the update before; nil when the task was cancelled or the store closed.
    ///
    /// - Throws: ``PageError/store(_:)`` when the store cannot be read any more. The stream has ended then.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageError) -> PageUpdate? {
      while !hasEnded, !Task.isCancelled {
        let snapshot = page.snapshot
        if snapshot != last {
          defer { last = snapshot }
          return PageUpdate(from: last, to: snapshot)
        }
        if await waiting.next(isolation: actor) == nil { hasEnded = true }
      }
      hasEnded = true
      if let failure = page.failure, !Task.isCancelled { throw failure }
      return nil
    }
  }
}

@available(*, unavailable)
extension PageUpdateSequence.AsyncIterator: Sendable {}

extension SettingsPage {
  /// What the page shows: the current snapshot at once, then what changed, whoever changed it, in this
  /// process or another.
  ///
  /// ```swift
  /// for try await update in page.updates {
  ///   render(update.snapshot)             // or animate update.sections and update.rows
  /// }
  /// ```
  ///
  /// Editing the page inside the loop works.
  public var updates: PageUpdateSequence { PageUpdateSequence(page: self) }

  /// What ended the page's updates; nil when nothing failed.
  var failure: PageError? { state.withLock { $0.followers.failure } }

  /// A stream that says when the snapshot may have changed; from the first on, the page follows what
  /// others change.
  func followNews() -> AsyncStream<Void> {
    state.withLock { state in
      let news = state.followers.add()
      if state.followers.following == nil, !state.followers.isFinished {
        let page = WeakPage(page: self)
        state.followers.following = Task { [values] in await page.follow(values) }
      }
      return news
    }
  }
}

/// A page that may go away while it is followed.
private struct WeakPage: Sendable {
  weak let page: SettingsPage?

  func follow(_ values: any PageValues) async {
    var failure: PageError?
    do throws(PageError) {
      try await values.follow { () throws(PageError) in
        guard let page else { return false }
        // Of many commits at once, the first shows all.
        let shown = page.state.withLock { $0.content.stamp }
        if try values.stamp() != shown { try page.refresh() }
        return true
      }
    } catch {
      if case .store(let error) = error, error.code == .closed {} else { failure = error }
    }
    let ended = failure
    page?.state.withLock { $0.followers.finish(ended) }
  }
}
