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
 * Names the requests of one run. Those that come once a request was let go are the next of its party; further ones, and
 * the first, begin parties of their own.
 */
export class Parties {
  readonly #counts = new Map<string, number>()

  constructor(private readonly isTight: IsTight) {}

  /** @param requests that came since one was let go; their order does not matter, unless they ask for the same */
  name(requests: readonly HeldRequest[], parent: Step | undefined): Step[] {
    const sorted = [...requests].sort((one, other) => compare(textOf(one), textOf(other)))
    return sorted.map((request, index) => {
      const party = index === 0 && parent !== undefined ? parent.party : letters(this.#counts.size)
      const count = (this.#counts.get(party) ?? 0) + 1
      this.#counts.set(party, count)
      const footprint = footprintOf(request.method, request.path, this.isTight)
      return { name: party + count, party, request, footprint, parent }
    })
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
