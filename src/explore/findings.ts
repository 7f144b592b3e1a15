import type { EmulatorClient } from '../client/emulator-client.js'
import type { KeepBundle } from '../client/keep-bundle.js'
import { textOfAny } from '../core/objects.js'
import type { RunEnd } from './going.js'
import type { Run } from './one-run.js'
import type { Step } from './parties.js'
import type { ExploredFailure } from './report.js'

/** Takes the run of a world. */
type TakeBundle = EmulatorClient['bundle']

/** The shortest order that failed. */
interface Shortest {
  readonly order: readonly Step[]
  readonly error: unknown
  /** Where bundles are kept. */
  readonly bundle: Awaited<ReturnType<TakeBundle>> | undefined
}

/** What the runs came to. */
export class Findings<T> {
  #runs = 0
  #failed = 0
  #firstRun = 0
  #waited = 0
  #atFirst: number | undefined
  #hasUnended = false
  #shortest: Shortest | undefined

  /**
   * @param expect judges a value by false, or by what it throws
   * @param keepBundle keeps the run of the finding; undefined: it is not kept
   */
  constructor(
    private readonly expect: (value: T) => unknown,
    private readonly keepBundle: KeepBundle | undefined,
  ) {}

  get runs(): number {
    return this.#runs
  }

  /** The most requests that waited at once, in any run. */
  get waited(): number {
    return this.#waited
  }

  /** The requests that waited at first, in the last run. */
  get atFirst(): number | undefined {
    return this.#atFirst
  }

  /** Whether a run was given up: others would take as long. */
  get hasUnended(): boolean {
    return this.#hasUnended
  }

  /** @param takeBundle of the world in which it was, as long as that is there */
  async add({ order, end, waited, atFirst }: Run<T>, takeBundle: TakeBundle): Promise<void> {
    this.#runs++
    this.#waited = Math.max(this.#waited, waited)
    this.#atFirst = atFirst
    this.#hasUnended ||= 'isUnended' in end
    const verdict = await this.#errorOf(end)
    if (verdict === undefined) return
    this.#failed++
    if (this.#failed === 1) this.#firstRun = this.#runs
    if (this.#shortest === undefined || isShorter(order, this.#shortest.order)) {
      const bundle = this.keepBundle === undefined ? undefined : await takeBundle()
      this.#shortest = { order, error: verdict.error, bundle }
    }
  }

  report(): { runs: number; failed: number; failure?: ExploredFailure } {
    const figures = { runs: this.#runs, failed: this.#failed }
    if (this.#shortest === undefined) return figures
    const { order, error, bundle } = this.#shortest
    const only = order.map(({ name }) => name).join(' ')
    const requests = order.map(
      ({ name, request: { operation, method, path } }) => `${name}  ${operation ?? method} ${path}`,
    )
    const kept = bundle && this.keepBundle?.(bundle, `explore ${requests.join(', ')}`)
    const run = kept === undefined ? {} : { bundle: kept }
    return { ...figures, failure: { only, requests, error, firstRun: this.#firstRun, ...run } }
  }

  async #errorOf(end: RunEnd<T>): Promise<{ readonly error: unknown } | undefined> {
    if ('error' in end) return end
    try {
      const verdict = await this.expect(end.value)
      return verdict === false ? { error: new Error(`expect said no to ${textOf(end.value)}`) } : undefined
    } catch (error) {
      return { error }
    }
  }
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return textOfAny(value)
  }
}

/** Fewer requests, or as many with fewer changes from one party to another. */
const isShorter = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.length < other.length || (one.length === other.length && changes(one) < changes(other))

const changes = (order: readonly Step[]): number =>
  order.filter(({ party }, index) => index > 0 && party !== order[index - 1]?.party).length
