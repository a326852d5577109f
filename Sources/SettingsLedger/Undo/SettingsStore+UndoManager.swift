// Not built on Linux, which has no undo manager.
#if canImport(AppKit) || canImport(UIKit)
  public import Foundation
  public import SettingsCore

  extension SettingsStore {
    /// Has an undo manager offer to undo what was just recorded, and then to redo it.
    ///
    /// ```swift
    /// store.register(try store.set(.fontSize, to: 14), with: undoManager, actionName: "Font Size")
    /// ```
    ///
    /// The manager's action undoes or redoes the author's newest step in the store, whichever it is by then.
    /// A conflict is told to the fault handler, and ends what the manager offers.
    ///
    /// - Parameters:
    ///   - outcome: what the write returned. Nothing is registered when it recorded nothing, and for a
    ///     commit that continues a step.
    ///   - undoManager: the manager of a window or a scene.
    ///   - actionName: what the menu says.
    @MainActor
    public func register(
      _ outcome: CommitOutcome, with undoManager: UndoManager, actionName: String? = nil
    ) {
      guard let commit = outcome.commit, commit.undo.isUndoable, commit.undo.continues == nil
      else { return }
      register(isUndo: true, with: undoManager, actionName)
    }

    @MainActor
    private func register(isUndo: Bool, with undoManager: UndoManager, _ actionName: String?) {
      undoManager.registerUndo(withTarget: self) { [weak undoManager] store in
        MainActor.assumeIsolated {
          guard let undoManager else { return }
          do {
            if isUndo { try store.undo() } else { try store.redo() }
            store.register(isUndo: !isUndo, with: undoManager, actionName)
          } catch {
            store.connection.fault(error)
          }
        }
      }
      if let actionName { undoManager.setActionName(actionName) }
    }
  }
#endif
