import { inOrder } from '../core/layers/layer.js'
import type { LayeredMap } from '../core/layers/layered-map.js'
import { atOnce, Slice, type Steps } from '../core/steps.js'
import type { ScopedKey } from './credentials.js'

/** Keys of namespaces and stores, by the id of what they open. */
export type KeysByResource = ReadonlyMap<string, readonly ScopedKey[]>

/** Keys of one namespace or store: all that are there, and some that were. */
interface Group {
  keys: ScopedKey[]
  /** With so many, those that are there no longer are let go of. */
  max: number
}

const GROUP_MIN = 16

/**
 * The keys of a state by what they open. All are grouped when they are first asked for: from then on the keys of one
 * namespace or store cost what they are, however many others there are.
 */
export class ResourceKeys {
  #groups: Map<string, Group> | undefined

  constructor(private readonly all: LayeredMap<string, ScopedKey>) {}

  /** The keys of one, in order of insertion. */
  *of(id: string, slice: Slice): Steps<ScopedKey[]> {
    const groups = this.#groups ?? (yield* this.#grouped(slice))
    const there: ScopedKey[] = []
    yield* slice.each([...(groups.get(id)?.keys ?? [])], (key) => {
      if (this.#isThere(key)) there.push(key)
    })
    return inOrder(there)
  }

  /** The same at once, for whoever is about to remove what they open. */
  take(id: string): ScopedKey[] {
    const keys = atOnce(this.of(id, new Slice()))
    this.#groups?.delete(id)
    return keys
  }

  /** Notes a key that was added, or replaced another one. */
  note(key: ScopedKey): void {
    const group = this.#groups?.get(key.resourceId)
    if (group === undefined) this.#groups?.set(key.resourceId, { keys: [key], max: GROUP_MIN })
    else {
      group.keys.push(key)
      if (group.keys.length < group.max) return
      group.keys = group.keys.filter((one) => this.#isThere(one))
      group.max = Math.max(GROUP_MIN, 2 * group.keys.length)
    }
  }

  #isThere(key: ScopedKey): boolean {
    return this.all.get(key.key) === key
  }

  /** Kept where no key came or went meanwhile. */
  *#grouped(slice: Slice): Steps<Map<string, Group>> {
    const { changes } = this.all
    const groups = new Map<string, Group>()
    yield* slice.each(this.all.values(), (key) => {
      const group = groups.get(key.resourceId)
      if (group === undefined) groups.set(key.resourceId, { keys: [key], max: GROUP_MIN })
      else group.keys.push(key)
    })
    if (this.all.changes === changes) this.#groups = groups
    return groups
  }
}
