import type { HeldRequest } from 'tristore-emulator'
import type { HeldArrival } from './arrivals.js'
import type { Footprint, FootprintOf } from './footprint.js'

/** A request, with a name that's the same in every run. */
export interface PartyStep {
  /** The party and a number, e.g. "B2". */
  readonly name: string
  readonly party: string
  readonly request: HeldRequest
  /** In real ms. */
  readonly arrivedMs: number
  readonly footprint: Footprint
  /** The last step that was released before this one arrived. Undefined for the first requests. */
  readonly parent: PartyStep | undefined
}

/**
 * Names a run's requests. A request that names its party in its baggage belongs to that party. Otherwise, the first
 * request after a release belongs to the released party, and any other starts a new party.
 */
export class Parties {
  readonly #steps = new Map<string, PartyStep[]>()
  #continued: PartyStep | undefined

  /** @param first the parties' first requests in the first run, sorted by the parties' letters */
  constructor(
    private readonly footprintOf: FootprintOf,
    private readonly first: readonly string[] = [],
  ) {}

  get count(): number {
    return this.#steps.size
  }

  /**
   * Names a run's first requests as in the first run. Additional ones are sorted by address, because their order of
   * arrival varies.
   *
   * @param arrivals requests since the last release
   */
  name(arrivals: readonly HeldArrival[], last: PartyStep | undefined): PartyStep[] {
    const ordered =
      last === undefined
        ? this.#asInFirstRun(arrivals)
        : [...arrivals].sort((one, other) => byAsked(one, other))
    return ordered.map((arrival) => this.#stepOf(arrival, last))
  }

  /** Equal requests are lettered in order of arrival. */
  #asInFirstRun(arrivals: readonly HeldArrival[]): readonly HeldArrival[] {
    const rest = [...arrivals]
    const known = this.first.flatMap((asked) => {
      const index = rest.findIndex(({ request }) => askedBy(request) === asked)
      return index === -1 ? [] : rest.splice(index, 1)
    })
    return [...known, ...rest]
  }

  #stepOf({ request, arrivedMs }: HeldArrival, last: PartyStep | undefined): PartyStep {
    const party = this.#saidBy(request) ?? this.#continuing(last) ?? this.#newParty()
    const before = this.#steps.get(party) ?? []
    const step: PartyStep = {
      name: `${party}${before.length + 1}`,
      party,
      request,
      arrivedMs,
      footprint: this.footprintOf(request),
      parent: request.party === null ? last : (before.at(-1) ?? last),
    }
    this.#steps.set(party, [...before, step])
    return step
  }

  #saidBy({ party }: HeldRequest): string | undefined {
    return party?.toUpperCase()
  }

  #continuing(last: PartyStep | undefined): string | undefined {
    if (last === undefined || last === this.#continued) return undefined
    this.#continued = last
    return last.party
  }

  #newParty(): string {
    let index = 0
    while (this.#steps.has(letters(index))) index++
    return letters(index)
  }
}

export const askedBy = ({ method, path }: HeldRequest): string => `${method} ${path}`

const byAsked = (one: HeldArrival, other: HeldArrival): number => {
  const [first, second] = [askedBy(one.request), askedBy(other.request)]
  return first < second ? -1 : Number(first > second)
}

const ALPHABET = 26

/** Returns A, B, …, Z, AA, AB, … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % ALPHABET))
  return index < ALPHABET ? last : letters(Math.floor(index / ALPHABET) - 1) + last
}
