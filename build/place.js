import { mkdirSync, renameSync, rmSync } from 'node:fs'

/**
 * A folder that is built next to its destination and then moved there in one step. A process that starts meanwhile
 * finds either the complete folder or none, and several processes may build it at once. Leftovers are removed when the
 * process exits.
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

  /** Moves the folder to its destination, unless that exists by now and `replaces` is false. */
  place({ replaces }) {
    while (!attempt(() => renameSync(this.path, this.#target), ['ENOTEMPTY', 'EEXIST']) && replaces) {
      // Only an empty folder can be replaced by a rename.
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

/** @returns false if another process was first, as these error codes tell */
function attempt(act, codes) {
  try {
    act()
    return true
  } catch (error) {
    if (codes.includes(error.code)) return false
    throw error
  }
}
