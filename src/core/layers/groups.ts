import { atOnce, Slice, type Steps } from '../steps.js'
import { inOrder, type Sequenced } from './layer.js'
import type { LayeredMap } from './layered-map.js'

/** Values of one group: all that are there, and some that were. */
interface Group<V> {
  values: V[]
  /** With so many, those that are there no longer are let go of. */
  max: number
  /** How often the map had been changed when these were found to be all that are there, in their order. */
  foundAt?: number
}

const GROUP_MIN = 16

/** What a group and a place in it take. */
const GROUP_BYTES = 200
const PLACE_BYTES = 20

/** Whether there is room for so many bytes, which are held then. */
export type HasRoom = (bytes: number) => boolean

/**
 * The values of a map by what they belong to. All are grouped when they are first asked for, and where there is room that is
 * kept: from then on those of one group cost what they are, however many others there are.
 */
export class Groups<V extends Sequenced> {
  #groups: Map<string, Group<V>> | undefined

  /** @param nameOf the group of a value */
  constructor(
    private readonly all: LayeredMap<string, V>,
    private readonly keyOf: (value: V) => string,
    private readonly nameOf: (value: V) => string,
  ) {}

  /** Bytes that the groups take, without the values. */
  get bytes(): number {
    return this.#groups === undefined ? 0 : GROUP_BYTES * this.#groups.size + PLACE_BYTES * this.all.size
  }

  /** The values of a group, in order of insertion. */
  *of(name: string, slice: Slice, hasRoom: HasRoom): Steps<V[]> {
    const groups = this.#groups ?? (yield* this.#grouped(slice, hasRoom))
    const group = groups.get(name)
    const { changes } = this.all
    if (group === undefined || group.foundAt === changes) return [...(group?.values ?? [])]
    const there: V[] = []
    yield* slice.each([...group.values], (value) => {
      if (this.#isThere(value)) there.push(value)
    })
    const found = inOrder(there)
    if (this.all.changes === changes) {
      group.values = [...found]
      group.foundAt = changes
    }
    return found
  }

  /** The same at once, for whoever is about to remove them, and has had them listed since the map was last changed. */
  take(name: string): V[] {
    const values = atOnce(this.of(name, new Slice(), () => false))
    this.#groups?.delete(name)
    return values
  }

  /** Notes a value that was set in the map. */
  note(value: V): void {
    const group = this.#groups?.get(this.nameOf(value))
    if (group === undefined) this.#groups?.set(this.nameOf(value), { values: [value], max: GROUP_MIN })
    else {
      group.values.push(value)
      if (group.values.length < group.max) return
      group.values = group.values.filter((one) => this.#isThere(one))
      group.max = Math.max(GROUP_MIN, 2 * group.values.length)
    }
  }

  #isThere(value: V): boolean {
    return this.all.get(this.keyOf(value)) === value
  }

  /** Kept where nothing came or went meanwhile. */
  *#grouped(slice: Slice, hasRoom: HasRoom): Steps<Map<string, Group<V>>> {
    const { changes } = this.all
    const groups = new Map<string, Group<V>>()
    yield* slice.each(this.all.values(), (value) => {
      const name = this.nameOf(value)
      const group = groups.get(name)
      if (group === undefined) groups.set(name, { values: [value], max: GROUP_MIN })
      else group.values.push(value)
    })
    const bytes = GROUP_BYTES * groups.size + PLACE_BYTES * this.all.size
    if (this.all.changes === changes && hasRoom(bytes)) this.#groups = groups
    return groups
  }
}
