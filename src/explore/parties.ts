import type { HeldRequest } from '../client/holds.js'
import { type Footprint, footprintOf, type IsTight } from './footprint.js'

/** A request of one run, by a name that it has in every run. */
export interface Step {
  /** The party and the number of its request: "B2". */
  readonly name: string
  readonly party: string
  readonly request: HeldRequest
  readonly footprint: Footprint
  /** The step that was let go last before this one came; undefined for the first ones. */
  readonly parent: Step | undefined
}

/**
 * Names the requests of one run. One that says its party in its baggage is the next of it. Of the others, the one that
 * comes once a request was let go is the next of that party; further ones, and the first, begin parties of their own.
 */
export class Parties {
  readonly #steps = new Map<string, Step[]>()
  #continued: Step | undefined

  constructor(private readonly isTight: IsTight) {}

  /** @param requests that came since one was let go; their order does not matter, unless they ask for the same */
  name(requests: readonly HeldRequest[], last: Step | undefined): Step[] {
    const sorted = [...requests].sort((one, other) => compare(textOf(one), textOf(other)))
    return sorted.map((request) => this.#stepOf(request, last))
  }

  #stepOf(request: HeldRequest, last: Step | undefined): Step {
    const party = this.#saidBy(request) ?? this.#continuing(last) ?? this.#newParty()
    const before = this.#steps.get(party) ?? []
    const step: Step = {
      name: `${party}${before.length + 1}`,
      party,
      request,
      footprint: footprintOf(request.method, request.path, this.isTight),
      parent: request.party === null ? last : (before.at(-1) ?? last),
    }
    this.#steps.set(party, [...before, step])
    return step
  }

  #saidBy({ party }: HeldRequest): string | undefined {
    return party?.toUpperCase()
  }

  #continuing(last: Step | undefined): string | undefined {
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

const textOf = ({ method, path }: HeldRequest): string => `${method} ${path}`

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const ALPHABET = 26

/** A, B, …, Z, AA, AB, … */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % ALPHABET))
  return index < ALPHABET ? last : letters(Math.floor(index / ALPHABET) - 1) + last
}
