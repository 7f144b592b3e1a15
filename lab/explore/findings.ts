import type { EmulatorClient } from 'tristore-emulator'
import type { KeepBundle } from '../bundle-file.js'
import { grouped } from '../grouped.js'
import { shorten, textOfAny } from '../text.js'
import type { RunEnd } from './code-run.js'
import type { OrderRun } from './one-run.js'
import type { PartyStep } from './parties.js'
import type { ExploredFailure } from './report.js'

interface Shortest {
  readonly order: readonly PartyStep[]
  /** One for each request, with the value it read or wrote. */
  readonly texts: readonly string[]
  readonly error: unknown
  readonly bundle: Awaited<ReturnType<EmulatorClient['bundle']>> | undefined
}

export class Findings<T> {
  runs = 0
  /** The largest number of requests that waited at the same time in any run. */
  waited = 0
  /** Each party's first request in the first run. Undefined until then. */
  first: readonly string[] | undefined
  /** True if a run didn't stop in time. We don't try any others, because they'd take as long. */
  hasUnended = false
  #failed = 0
  #firstRun = 0
  /** The largest number of requests that each party made in a run in which another party made the last one. */
  readonly #made = new Map<string, number>()
  #shortest: Shortest | undefined

  /**
   * @param expect rejects a value by returning false or throwing
   * @param keepBundle saves the finding's run; if undefined, it isn't saved
   * @param name the test's name, used to name the bundle
   */
  constructor(
    private readonly expect: (value: T) => unknown,
    private readonly keepBundle: KeepBundle | undefined,
    private readonly name: string | undefined,
  ) {}

  /** @param world the run's world, which must still be open */
  async add({ order, end, waited, first }: OrderRun<T>, world: EmulatorClient): Promise<void> {
    this.runs++
    this.waited = Math.max(this.waited, waited)
    this.first ??= first
    this.#noteCounts(order)
    this.hasUnended ||= 'isUnended' in end
    const verdict = await this.#errorOf(end)
    if (verdict === undefined) return
    this.#failed++
    if (this.#failed === 1) this.#firstRun = this.runs
    if (this.#shortest === undefined || isShorter(order, this.#shortest.order)) {
      const bundle = this.keepBundle === undefined ? undefined : await world.bundle()
      this.#shortest = { order, texts: await stepTexts(order, world), error: verdict.error, bundle }
    }
  }

  /** Forgets all findings, because their orders aren't reliable. */
  drop(): void {
    this.#failed = 0
    this.#firstRun = 0
    this.#shortest = undefined
    this.#made.clear()
  }

  report(): { runs: number; failed: number; failure?: ExploredFailure } {
    const figures = { runs: this.runs, failed: this.#failed }
    if (this.#shortest === undefined) return figures
    const { order, texts, error, bundle } = this.#shortest
    const raced = order.length - this.#afterParties(order)
    const only = order
      .slice(0, raced)
      .map(({ name }) => name)
      .join(' ')
    const requests = order.map(({ name }, index) => `${index < raced ? name : 'then'}  ${texts[index]}`)
    const kept = bundle && this.keepBundle?.(bundle, `explore ${this.name ?? requests.join(', ')}`)
    const run = kept === undefined ? {} : { bundle: kept }
    return { ...figures, failure: { only, requests, error, firstRun: this.#firstRun, ...run } }
  }

  #noteCounts(order: readonly PartyStep[]): void {
    const last = order.at(-1)?.party
    for (const [party, steps] of grouped(order, (step) => step.party)) {
      if (party === last) continue
      this.#made.set(party, Math.max(this.#made.get(party) ?? 0, steps.length))
    }
  }

  /**
   * Counts the requests made after all parties had ended. They only seem to be the last party's because it came last.
   */
  #afterParties(order: readonly PartyStep[]): number {
    const last = order.at(-1)?.party ?? ''
    const made = this.#made.get(last)
    const count = order.filter(({ party }) => party === last).length
    const atEnd = order.length - 1 - order.findLastIndex(({ party }) => party !== last)
    return made === undefined ? 0 : Math.max(0, Math.min(count - made, atEnd))
  }

  async #errorOf(end: RunEnd<T>): Promise<{ readonly error: unknown } | undefined> {
    if ('error' in end) return end
    try {
      const verdict = await this.expect(end.value)
      return verdict === false ? { error: new Error(`expect rejected ${textOf(end.value)}`) } : undefined
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

/** Prefers fewer requests, and then fewer switches between parties. */
const isShorter = (one: readonly PartyStep[], other: readonly PartyStep[]): boolean =>
  one.length < other.length || (one.length === other.length && changes(one) < changes(other))

const changes = (order: readonly PartyStep[]): number =>
  order.filter(({ party }, index) => index > 0 && party !== order[index - 1]?.party).length

type Details = Awaited<ReturnType<EmulatorClient['request']>>

const VALUE_MAX = 60

/** Describes each request in an order, e.g. "kv.get /v1/kv/ns_shop/count → 0" or "kv.put … = 1". */
function stepTexts(order: readonly PartyStep[], world: EmulatorClient): Promise<string[]> {
  return Promise.all(
    order.map(async ({ request: { id, operation, method, path } }) => {
      const name = `${operation ?? method} ${path}`
      try {
        return `${name}${effectText(await world.request(id))}`
      } catch {
        // The request wasn't answered, or the journal has dropped it.
        return name
      }
    }),
  )
}

function effectText({ method, status, requestBody, responseBody }: Details): string {
  const isOk = status !== null && status < 300
  if (method === 'GET') return ` → ${isOk ? valueText(responseBody?.text) : (status ?? 'no answer')}`
  const written = requestBody === undefined ? '' : ` = ${valueText(requestBody.text)}`
  return isOk ? written : `${written} → ${status ?? 'no answer'}`
}

/** Returns a body's `value` member, or the whole body if it doesn't have one. */
function valueText(body = ''): string {
  try {
    const data: unknown = JSON.parse(body)
    const { value = data } = Object(data)
    return shorten(JSON.stringify(value), VALUE_MAX)
  } catch {
    return shorten(body, VALUE_MAX)
  }
}
