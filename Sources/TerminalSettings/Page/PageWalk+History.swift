import InAppSettings
import SettingsCore
import SettingsLedger

extension PageWalk {
  /// Shows who changed a row's setting, the last change first.
  func showHistory(_ index: Int) {
    message = nil
    guard let row = row(index) else { return }
    let title = row.title ?? row.key?.text ?? row.type
    guard let name = row.key else { return say("“\(title)” stores nothing.") }
    if draft != nil { return say("The item is not saved yet; its list has the history.") }
    do throws(SettingsError) {
      let history = RowHistory(
        name: name, isSecret: row.isSecret || store.isSecret(name), timeZone: page.options.timeZone)
      enter(
        .text(
          title: "History",
          [history.section(try store.history(of: name), title: "\(title) (\(name.text))")]))
    } catch {
      fail(error)
    }
  }

  /// Reads again what another page or process may have changed, and says whose change it is.
  func refreshFromElsewhere() {
    refresh()
    do throws(SettingsError) {
      guard store.revision > seen, let commit = try store.log(limit: 1, after: seen).first else {
        return
      }
      seen = commit.revision
      say("\(commit.author): \(commit.reason ?? "changed settings") · revision \(commit.revision)")
    } catch {
      fail(error)
    }
  }
}
