/**
 * How things of a kind are kept as rows of a table: texts and objects that many share in some slots, numbers in others.
 * A collection of garbage copies and marks what thousands of small objects are made of; of a row it sees one array.
 */
export interface RowFormat {
  /** Slots of a row for texts and shared objects. */
  readonly values: number
  /** Slots of a row for numbers. */
  readonly numbers: number
  /** Fills all slots of a row with what makes up a thing of this format. */
  write(thing: MayBeRow, row: RowPlace): void
  /** A thing of a row: equal to what was written. */
  read(row: RowPlace): MayBeRow
}

/** Where a row is: in `values` from `value` on, in `numbers` from `number` on. */
export interface RowPlace {
  readonly values: unknown[]
  readonly numbers: Float64Array
  readonly value: number
  readonly number: number
}

/** A thing that can be kept as a row, or, without a format, stays as it is. */
export interface MayBeRow {
  readonly rowFormat?: RowFormat | undefined
}

/** Rows of a page. The newest things, at least as many and at most twice, are kept as they are. */
const PAGE_ROWS = 64

/** Pages that are kept to be filled again: new ones would be copied while they are young. */
const SPARE_MAX = 32

/**
 * A list that grows at its end and is shortened at its beginning, for thousands of things. Older ones are rows, so that
 * an equal thing is made each time that one is asked for; those of the end, and those without a format, stay themselves.
 */
export class Rows<Thing extends MayBeRow> {
  /** All full; oldest first. */
  #pages: Page<Thing>[] = []
  /** Behind the last page, as they are. */
  #recent: Thing[] = []
  /** Rows of the first page that are gone. */
  #gone = 0
  #spare: Page<Thing>[] = []

  get length(): number {
    return this.#pages.length * PAGE_ROWS - this.#gone + this.#recent.length
  }

  push(thing: Thing): void {
    this.#recent.push(thing)
    if (this.#recent.length >= 2 * PAGE_ROWS) this.#pack()
  }

  /** The thing at a place; undefined where there is none. */
  at(index: number): Thing | undefined {
    const row = index + this.#gone
    const page = this.#pages[Math.floor(row / PAGE_ROWS)]
    if (index < 0) return undefined
    return page === undefined
      ? this.#recent[row - this.#pages.length * PAGE_ROWS]
      : page.read(row % PAGE_ROWS)
  }

  /** Puts a thing in the place of another. */
  set(index: number, thing: Thing): void {
    const row = index + this.#gone
    const page = this.#pages[Math.floor(row / PAGE_ROWS)]
    if (page === undefined) this.#recent[row - this.#pages.length * PAGE_ROWS] = thing
    else page.write(row % PAGE_ROWS, thing)
  }

  /** Takes the last thing away, which is one of the newest. */
  pop(): Thing | undefined {
    return this.#recent.pop()
  }

  /** Forgets the oldest things. */
  dropFirst(count = 1): void {
    let left = count
    for (; left > 0; left--) {
      const [first] = this.#pages
      if (first === undefined) break
      first.clear(this.#gone)
      this.#gone++
      if (this.#gone === PAGE_ROWS) this.#dropPage(first)
    }
    if (left === 1) this.#recent.shift()
    else if (left > 1) this.#recent.splice(0, left)
  }

  clear(): void {
    this.#pages = []
    this.#recent = []
    this.#gone = 0
    this.#spare = []
  }

  /** The things from one place to another. */
  slice(from = 0, to = this.length): Thing[] {
    const things: Thing[] = []
    const end = Math.min(to, this.length)
    for (let index = Math.max(0, from); index < end; index++) {
      const thing = this.at(index)
      if (thing !== undefined) things.push(thing)
    }
    return things
  }

  /** The things, last first. */
  *lastFirst(): IterableIterator<Thing> {
    for (let index = this.length - 1; index >= 0; index--) {
      const thing = this.at(index)
      if (thing !== undefined) yield thing
    }
  }

  /** The place of the last thing that is wanted; -1: there is none. */
  findLastIndex(isWanted: (thing: Thing) => boolean): number {
    let index = this.length
    for (const thing of this.lastFirst()) {
      index--
      if (isWanted(thing)) return index
    }
    return -1
  }

  #pack(): void {
    const format = this.#recent.find(({ rowFormat }) => rowFormat !== undefined)?.rowFormat
    const spare = this.#spare.pop()
    const page = spare?.format === format && spare !== undefined ? spare : new Page<Thing>(format)
    for (let row = 0; row < PAGE_ROWS; row++) {
      const thing = this.#recent[row]
      if (thing !== undefined) page.write(row, thing)
    }
    this.#pages.push(page)
    this.#recent = this.#recent.slice(PAGE_ROWS)
  }

  #dropPage(page: Page<Thing>): void {
    this.#pages.shift()
    this.#gone = 0
    if (this.#spare.length < SPARE_MAX) this.#spare.push(page)
  }
}

/** Some rows of one format. */
class Page<Thing extends MayBeRow> {
  readonly #values: unknown[]
  readonly #numbers: Float64Array
  /** What has no such format, by its row. */
  readonly #whole = new Map<number, Thing>()

  constructor(readonly format: RowFormat | undefined) {
    const { values = 0, numbers = 0 } = format ?? {}
    this.#values = new Array<unknown>(PAGE_ROWS * values).fill(undefined)
    this.#numbers = new Float64Array(PAGE_ROWS * numbers)
  }

  write(row: number, thing: Thing): void {
    if (this.format === undefined || thing.rowFormat !== this.format) {
      this.#whole.set(row, thing)
      return
    }
    if (this.#whole.size > 0) this.#whole.delete(row)
    this.format.write(thing, this.#at(this.format, row))
  }

  read(row: number): Thing | undefined {
    const thing = this.#whole.get(row)
    if (thing !== undefined || this.format === undefined) return thing
    // A format reads what it wrote.
    return this.format.read(this.#at(this.format, row)) as Thing
  }

  clear(row: number): void {
    if (this.#whole.size > 0) this.#whole.delete(row)
    if (this.format === undefined) return
    const { values } = this.format
    // Each dropped request is here: fill() takes ten times as long for so few.
    for (let slot = row * values; slot < (row + 1) * values; slot++) this.#values[slot] = undefined
  }

  #at({ values, numbers }: RowFormat, row: number): RowPlace {
    return { values: this.#values, value: row * values, numbers: this.#numbers, number: row * numbers }
  }
}
