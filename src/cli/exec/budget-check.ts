import { printable } from '../../core/printable.js'
import { readNamed } from '../../server/named-files.js'
import { StartError, systemCode } from '../../server/start-error.js'
import { Failure } from '../failure.js'
import { counted, grouped } from '../output/format.js'
import type { Files, Terminal } from '../terminal.js'
import { assertWritable, unwritten } from '../write-file.js'
import {
  type Bound,
  type BoundUse,
  isExercised,
  operationsOf,
  parseBudget,
  unboundedOf,
  updatedBudget,
  useOfBounds,
} from './budget.js'
import type { RunRecord } from './run-record.js'
import { countedLines } from './run-text.js'

export class BudgetFile {
  private constructor(
    readonly path: string,
    private readonly files: Files,
    private readonly contents: { readonly text: string; readonly bounds: readonly Bound[] },
  ) {}

  /**
   * Call this before the run, so that mistakes are reported immediately.
   *
   * @param willBeWritten true if the file may be missing
   * @param stopping aborts waiting for a pipe
   * @throws SeedProblems if the budget is invalid; StartError if it can't be read; Failure if it doesn't limit anything
   * or can't be written; the reason of `stopping`
   */
  static async read(
    path: string,
    { files }: Pick<Terminal, 'files'>,
    { willBeWritten, stopping }: { readonly willBeWritten: boolean; readonly stopping: AbortSignal },
  ): Promise<BudgetFile> {
    const isNew = willBeWritten && isMissing(path, files)
    const text = isNew ? '' : await readBudget(path, files, stopping)
    const bounds = parseBudget({ name: path, text: text === '' ? '{}' : text })
    if (willBeWritten) assertWritable('the budget', path, files)
    else if (bounds.length === 0)
      throw new Failure(
        `the budget ${printable(path)} sets no limits: write kv.get: 12, or run once with --update`,
      )
    return new BudgetFile(path, files, { text, bounds })
  }

  check(run: RunRecord): BudgetVerdict {
    const { usage } = run
    const uses = useOfBounds(this.contents.bounds, usage)
    if (uses.some(({ used, max }) => used > max))
      return { isKept: false, lines: overLines(this.path, uses, run) }
    if (!isExercised(uses, usage)) return { isKept: false, lines: [nothingCounted(this.path, run)] }
    const notes = [...idleLines(uses), ...unboundedLines(unboundedOf(this.contents.bounds, usage))]
    return { isKept: true, lines: [withinLine(this.path, uses), ...notes] }
  }

  /**
   * Changes the file's limits to what a run used.
   *
   * @throws Failure if the file can't be updated, in which case it's left unchanged
   */
  update(run: RunRecord): BudgetVerdict {
    const { usage } = run
    if (Object.keys(usage.operations).length === 0)
      return { isKept: false, lines: [nothingCounted(this.path, run)] }
    try {
      this.files.replace(this.path, updatedBudget(this.contents.text, this.contents.bounds, usage))
    } catch (error) {
      throw new Failure(unwritten('the budget', this.path, error))
    }
    return { isKept: true, lines: [`Wrote what the run used to ${this.path}.`] }
  }
}

async function readBudget(path: string, files: Files, stopping: AbortSignal): Promise<string> {
  try {
    return await readNamed(path, 'budget', files, stopping)
  } catch (error) {
    if (!(error instanceof StartError) || !isMissing(path, files)) throw error
    throw new Failure(`${error.message} (--update writes a new one)`)
  }
}

/** A file that this user isn't allowed to see doesn't count as missing. */
function isMissing(path: string, files: Files): boolean {
  try {
    files.size(path)
    return false
  } catch (error) {
    return systemCode(error) === 'ENOENT'
  }
}

function nothingCounted(path: string, { requests }: RunRecord): string {
  const why =
    requests === 0
      ? 'no requests arrived: does the command use KV_BASE_URL and DB_BASE_URL?'
      : 'the run used none of its operations'
  return `Nothing counted towards the budget ${path}: ${why}`
}

const NAMED_MAX = 50

interface BudgetVerdict {
  readonly isKept: boolean
  readonly lines: readonly string[]
}

function overLines(path: string, uses: readonly BoundUse[], run: RunRecord): string[] {
  const over = uses.filter(({ used, max }) => used > max)
  return [
    `Over the budget ${path}:`,
    ...over.flatMap((one) => [`  ${usedText(one)}`, ...requestLines(one, run)]),
    'If that is intended, --update writes the numbers of this run to the budget.',
  ]
}

function withinLine(path: string, uses: readonly BoundUse[]): string {
  return `Within the budget ${path}: ${uses.map(usedText).join(', ')}`
}

/** For example "kv.get 40 of 12" or "ns_shop_k3v9x2 reads 3 of 3". */
function usedText({ path, used, max }: BoundUse): string {
  return `${boundName({ path })} ${grouped(used)} of ${grouped(max)}`
}

const boundName = ({ path }: Pick<Bound, 'path'>): string => path.join(' ')

function requestLines({ path }: BoundUse, run: RunRecord): string[] {
  const [name, quantity] = path
  const counted = run.countedUnder(operationsOf(path), quantity === undefined ? undefined : name)
  return countedLines(counted, NAMED_MAX).map((line) => `    ${line}`)
}

function idleLines(uses: readonly BoundUse[]): string[] {
  const idle = uses.filter(({ used, max }) => used === 0 && max > 0)
  if (idle.length === 0) return []
  return [`  nothing counted towards ${idle.map(boundName).join(', ')}`]
}

function unboundedLines(ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  return [`  without a bound: ${ids.join(', ')} (--update adds ${counted(ids.length, 'line')})`]
}
