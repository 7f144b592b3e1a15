import type { RunEnd } from './going.js'
import type { Run } from './one-run.js'
import type { Step } from './parties.js'
import type { ExploredFailure } from './report.js'

/** What the runs came to. */
export class Findings<T> {
  #runs = 0
  #failed = 0
  #firstRun = 0
  #waited = 0
  #atFirst: number | undefined
  #hasUnended = false
  #shortest: { readonly order: readonly Step[]; readonly error: unknown } | undefined

  /** @param expect judges a value by false, or by what it throws */
  constructor(private readonly expect: (value: T) => unknown) {}

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

  async add({ order, end, waited, atFirst }: Run<T>): Promise<void> {
    this.#runs++
    this.#waited = Math.max(this.#waited, waited)
    this.#atFirst = atFirst
    this.#hasUnended ||= 'isUnended' in end
    const verdict = await this.#errorOf(end)
    if (verdict === undefined) return
    this.#failed++
    if (this.#failed === 1) this.#firstRun = this.#runs
    if (this.#shortest === undefined || isShorter(order, this.#shortest.order)) {
      this.#shortest = { order, error: verdict.error }
    }
  }

  report(): { runs: number; failed: number; failure?: ExploredFailure } {
    const figures = { runs: this.#runs, failed: this.#failed }
    if (this.#shortest === undefined) return figures
    const { order, error } = this.#shortest
    const only = order.map(({ name }) => name).join(' ')
    const requests = order.map(
      ({ name, request: { operation, method, path } }) => `${name}  ${operation ?? method} ${path}`,
    )
    return { ...figures, failure: { only, requests, error, firstRun: this.#firstRun } }
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
    return String(value)
  }
}

/** Fewer requests, or as many with fewer changes from one party to another. */
const isShorter = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.length < other.length || (one.length === other.length && changes(one) < changes(other))

const changes = (order: readonly Step[]): number =>
  order.filter(({ party }, index) => index > 0 && party !== order[index - 1]?.party).length
