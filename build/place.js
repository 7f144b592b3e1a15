import { mkdirSync, renameSync, rmSync } from 'node:fs'

/**
 * A folder that is made beside the one whose place it takes once it is whole: who starts meanwhile finds all of one or
 * nothing, and several processes may make it at once. What is left of it goes with the process.
 */
export class FolderInMaking {
  /** Where it is made. */
  path
  #target
  #old

  /** @param {string} target the path of its place */
  constructor(target) {
    this.#target = target
    this.path = `${target}-${process.pid}`
    this.#old = `${this.path}-old`
    this.#clear()
    mkdirSync(this.path, { recursive: true })
    process.once('exit', () => this.#clear())
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  }

  /** Puts it in its place, unless there is one by now that is to stay. */
  place({ replaces }) {
    while (!attempt(() => renameSync(this.path, this.#target), ['ENOTEMPTY', 'EEXIST']) && replaces) {
      // A folder takes the place of an empty one only.
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

/** @returns whether it was done; false where another process was first, which these codes tell */
function attempt(act, codes) {
  try {
    act()
    return true
  } catch (error) {
    if (codes.includes(error.code)) return false
    throw error
  }
}
