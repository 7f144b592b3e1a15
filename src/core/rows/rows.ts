import { LazyList } from '../lazy-list.js'

/**
 * How things of a kind are kept as rows of a table: texts and objects that many share in some slots, numbers in others.
 * A collection of garbage copies and marks what thousands of small objects are made of; of a row it sees one array.
 */
export interface RowFormat {
  /** Slots of a row for texts and shared objects. */
  readonly values: number
  /** Slots of a row for numbers, of which the first has what a thing is found by, and the second when it was. */
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

/** Rows of a page. The first of each cannot share what repeats itself. */
const PAGE_ROWS = 256

/** Rows that a page has room for at first. */
const FIRST_ROWS = 8

/** Pages that are kept to be filled again: new ones would be copied while they are young. */
const SPARE_MAX = 8

/**
 * A list that grows at its end and is shortened at its beginning, for thousands of things. They are rows from the start, so
 * that an equal thing is made each time that one is asked for; the last one, and those without a format, stay themselves.
 */
export class Rows<Thing extends MayBeRow> {
  /** Oldest first; all but the last are full. */
  #pages: Page<Thing>[] = []
  /** Rows of the first page that are gone. */
  #gone = 0
  #length = 0
  /** The thing at the end, where nothing behind it was taken away. */
  #last: Thing | undefined
  #spare: Page<Thing>[] = []

  get length(): number {
    return this.#length
  }

  push(thing: Thing): void {
    const row = this.#gone + this.#length
    this.#length++
    this.#last = thing
    this.#pageOf(row).write(row % PAGE_ROWS, thing)
  }

  /** The thing at a place; undefined where there is none. */
  at(index: number): Thing | undefined {
    if (index < 0 || index >= this.#length) return undefined
    if (index === this.#length - 1 && this.#last !== undefined) return this.#last
    const row = this.#gone + index
    return this.#pages[Math.floor(row / PAGE_ROWS)]?.read(row % PAGE_ROWS)
  }

  /** When the thing at a place was, quicker than it is made; undefined where it is no row. */
  timeAt(index: number): number | undefined {
    if (index < 0 || index >= this.#length) return undefined
    const row = this.#gone + index
    return this.#pages[Math.floor(row / PAGE_ROWS)]?.timeAt(row % PAGE_ROWS)
  }

  /** Puts a thing in the place of another. */
  set(index: number, thing: Thing): void {
    const row = this.#gone + index
    if (index === this.#length - 1) this.#last = thing
    this.#pageOf(row).write(row % PAGE_ROWS, thing)
  }

  /** Takes the last thing away. */
  pop(): Thing | undefined {
    const last = this.at(this.#length - 1)
    if (last === undefined) return undefined
    this.#length--
    this.#last = undefined
    const row = this.#gone + this.#length
    this.#pageOf(row).clear(row % PAGE_ROWS)
    return last
  }

  /** Forgets the oldest things. */
  dropFirst(count = 1): void {
    for (let left = Math.min(count, this.#length); left > 0; left--) {
      this.#pageOf(this.#gone).clear(this.#gone)
      this.#gone++
      this.#length--
      if (this.#gone === PAGE_ROWS) this.#dropPage()
    }
    if (this.#length === 0) this.#last = undefined
  }

  clear(): void {
    this.#pages = []
    this.#gone = 0
    this.#length = 0
    this.#last = undefined
    this.#spare = []
  }

  /** The things from one place to another. */
  slice(from = 0, to = this.length): Thing[] {
    return [...this.#between(from, to)]
  }

  /**
   * The things from one place to another as they are now, whatever happens to these rows meanwhile: each is made when it
   * comes. It costs next to nothing, however many they are: a page is copied when it is next written to.
   */
  asOfNow(from = 0, to = this.length): Iterable<Thing> {
    const copy = this.#copy()
    return new LazyList(() => copy.#between(from, to))
  }

  /** The same for all of them, last first. */
  lastFirstAsOfNow(): Iterable<Thing> {
    const copy = this.#copy()
    return new LazyList(() => copy.lastFirst())
  }

  /** The things, last first. */
  *lastFirst(): IterableIterator<Thing> {
    for (let index = this.length - 1; index >= 0; index--) {
      const thing = this.at(index)
      if (thing !== undefined) yield thing
    }
  }

  /**
   * The place of the last thing that is wanted; -1: there is none.
   *
   * @param number what it has in the first slot for numbers: nothing is made of rows with another one
   */
  findLastIndex(number: number, isWanted: (thing: Thing) => boolean): number {
    for (let index = this.#length - 1; index >= 0; index--) {
      const row = this.#gone + index
      if (this.#pages[Math.floor(row / PAGE_ROWS)]?.mayHave(number, row % PAGE_ROWS) !== true) continue
      const thing = this.at(index)
      if (thing !== undefined && isWanted(thing)) return index
    }
    return -1
  }

  *#between(from: number, to: number): IterableIterator<Thing> {
    const end = Math.min(to, this.length)
    for (let index = Math.max(0, from); index < end; index++) {
      const thing = this.at(index)
      if (thing !== undefined) yield thing
    }
  }

  #copy(): Rows<Thing> {
    const copy = new Rows<Thing>()
    copy.#pages = [...this.#pages]
    for (const page of this.#pages) page.isShared = true
    copy.#gone = this.#gone
    copy.#length = this.#length
    copy.#last = this.#last
    return copy
  }

  /** The page of a row, safe to write to; the row may be the first of a new one. */
  #pageOf(row: number): Page<Thing> {
    const index = Math.floor(row / PAGE_ROWS)
    const page = this.#pages[index] ?? this.#spare.pop() ?? new Page<Thing>()
    const own = page.isShared ? page.copy() : page
    this.#pages[index] = own
    return own
  }

  #dropPage(): void {
    const page = this.#pages.shift()
    this.#gone = 0
    if (page?.isShared === false && this.#spare.length < SPARE_MAX) this.#spare.push(page)
  }
}

/** Some rows of one format: that of the first thing that has one. It grows as it fills, since most worlds of tests see few requests. */
class Page<Thing extends MayBeRow> {
  /** Others read it as it is: whoever would write to it takes a copy. */
  isShared = false
  #format: RowFormat | undefined
  #values: unknown[] = []
  /** Outside the heap: each collection of garbage would find them alive while they are young. */
  #numbers = NO_NUMBERS
  /** What has no such format, by its row. */
  #whole = new Map<number, Thing>()

  copy(): Page<Thing> {
    const copy = new Page<Thing>()
    copy.#format = this.#format
    copy.#values = this.#values.slice()
    copy.#numbers = this.#numbers.slice()
    copy.#whole = new Map(this.#whole)
    return copy
  }

  write(row: number, thing: Thing): void {
    const { rowFormat } = thing
    this.#format ??= rowFormat
    if (rowFormat === undefined || rowFormat !== this.#format) {
      this.#whole.set(row, thing)
      return
    }
    if (this.#whole.size > 0) this.#whole.delete(row)
    if ((row + 1) * rowFormat.numbers > this.#numbers.length) this.#grow(row, rowFormat.numbers)
    rowFormat.write(thing, this.#at(rowFormat, row))
  }

  read(row: number): Thing | undefined {
    const thing = this.#whole.get(row)
    if (thing !== undefined || this.#format === undefined) return thing
    // A format reads what it wrote.
    return this.#format.read(this.#at(this.#format, row)) as Thing
  }

  /** Whether the thing of a row may have this in its first slot for numbers: what is no row may have any. */
  mayHave(number: number, row: number): boolean {
    if (this.#format !== undefined && this.#numbers[row * this.#format.numbers] === number) return true
    return this.#whole.has(row)
  }

  timeAt(row: number): number | undefined {
    if (this.#format === undefined || this.#whole.has(row)) return undefined
    return this.#numbers[row * this.#format.numbers + 1]
  }

  clear(row: number): void {
    if (this.#whole.size > 0) this.#whole.delete(row)
    if (this.#format === undefined) return
    const { values } = this.#format
    const end = Math.min((row + 1) * values, this.#values.length)
    // Each dropped request is here: fill() takes ten times as long for so few.
    for (let slot = row * values; slot < end; slot++) this.#values[slot] = undefined
  }

  #grow(row: number, numbers: number): void {
    const larger = new Float64Array(numbers * Math.min(PAGE_ROWS, Math.max(FIRST_ROWS, 4 * row)))
    larger.set(this.#numbers)
    this.#numbers = larger
  }

  #at({ values, numbers }: RowFormat, row: number): RowPlace {
    return { values: this.#values, value: row * values, numbers: this.#numbers, number: row * numbers }
  }
}

const NO_NUMBERS = new Float64Array(0)
