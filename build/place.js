import { mkdirSync, renameSync, rmSync } from 'node:fs'

/**
 * A folder that's built next to its destination and then moved there in one step. A process that starts in the meantime
 * finds either the complete folder or none, and several processes may build it at the same time. Leftovers are removed
 * when the process exits.
 */
export class FolderInMaking {
  /** The temporary path to build in. */
  path
  #target
  #old

  /** @param {string} target the final path */
  constructor(target) {
    this.#target = target
    this.path = `${target}-${process.pid}`
    this.#old = `${this.path}-old`
    this.#clear()
    mkdirSync(this.path, { recursive: true })
    process.once('exit', () => this.#clear())
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  }

  /** Moves the folder to its destination. If `replaces` is false and the destination exists by now, does nothing. */
  place({ replaces }) {
    while (!attempt(() => renameSync(this.path, this.#target), ['ENOTEMPTY', 'EEXIST']) && replaces) {
      // A rename can only replace an empty folder.
      remove(this.#old)
      attempt(() => renameSync(this.#target, this.#old), ['ENOENT'])
    }
  }

  #clear() {
    remove(this.path)
    remove(this.#old)
  }
}

const remove = (path) => rmSync(path, { recursive: true, force: true })

/** @returns false if it fails with one of these codes, which mean that another process got there first */
function attempt(act, codes) {
  try {
    act()
    return true
  } catch (error) {
    if (codes.includes(error.code)) return false
    throw error
  }
}
