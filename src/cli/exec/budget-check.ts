import type { Hold } from '../../seed/text/reading-room.js'
import { FileMemory } from '../../server/file-memory.js'
import { readNamed } from '../../server/named-files.js'
import { StartError } from '../../server/start-error.js'
import { Failure } from '../failure.js'
import type { Files, Terminal } from '../terminal.js'
import { unwritable } from '../unwritable.js'
import { type Bound, isExercised, parseBudget, unboundedOf, updatedBudget, useOfBounds } from './budget.js'
import { idleLines, overLines, unboundedLines, type Verdict, withinLine } from './budget-text.js'
import type { RunRecord } from './run-record.js'

/** The budget of a run, in its file. */
export class BudgetFile {
  readonly #text: string
  readonly #bounds: readonly Bound[]

  /**
   * Reads it before the run, so that a wrong one is told at once.
   *
   * @param mayBeNew it is to be written, and need not be there
   * @throws SeedProblems for a wrong one; Failure where it cannot be read, or bounds nothing
   */
  constructor(
    readonly path: string,
    private readonly terminal: Pick<Terminal, 'files' | 'heapBytesMax'>,
    mayBeNew: boolean,
  ) {
    const { files, heapBytesMax } = terminal
    const isThere = files.stamp(path) !== undefined
    const hold = FileMemory.ofHeap(heapBytesMax()).holdFor(`the budget ${path}`)
    this.#text = mayBeNew && !isThere ? '' : readBudget(path, files, hold)
    this.#bounds = parseBudget({
      name: path,
      text: this.#text === '' ? '{}' : this.#text,
      hold,
      heldFactor: 0,
    })
    if (this.#bounds.length > 0 || mayBeNew) return
    throw new Failure(`the budget ${path} bounds nothing: write kv.get: 12, or run once with --update`)
  }

  /** Holds a run to it. */
  check(run: RunRecord): Verdict {
    const { usage } = run
    const uses = useOfBounds(this.#bounds, usage)
    if (uses.some(({ used, max }) => used > max))
      return { isKept: false, lines: overLines(this.path, uses, run) }
    if (!isExercised(uses, usage)) return { isKept: false, lines: [nothingCounted(this.path, run)] }
    const notes = [...idleLines(uses), ...unboundedLines(unboundedOf(this.#bounds, usage))]
    return { isKept: true, lines: [withinLine(this.path, uses), ...notes] }
  }

  /**
   * Writes the figures of a run into it.
   *
   * @throws Failure where the file cannot be written; then it is as it was
   */
  update(run: RunRecord): Verdict {
    const { usage } = run
    if (Object.keys(usage.operations).length === 0)
      return { isKept: false, lines: [nothingCounted(this.path, run)] }
    try {
      this.terminal.files.replace(this.path, updatedBudget(this.#text, this.#bounds, usage))
    } catch (error) {
      throw new Failure(`cannot write the budget to ${this.path}: ${unwritable(error, this.path)}`)
    }
    return { isKept: true, lines: [`Wrote what the run used into ${this.path}.`] }
  }
}

function readBudget(path: string, files: Files, hold: Hold): string {
  try {
    return readNamed(path, 'budget', files, hold)
  } catch (error) {
    if (!(error instanceof StartError) || files.stamp(path) !== undefined) throw error
    throw new Failure(`${error.message} (--update writes a new one)`)
  }
}

function nothingCounted(path: string, { requests }: RunRecord): string {
  const why =
    requests === 0
      ? 'no request came: does the command use KV_BASE_URL and DB_BASE_URL?'
      : 'none of its operations was used'
  return `Nothing counted towards the budget ${path}: ${why}`
}
