import type { PiecedText } from './pieced-text.js'
import type { Path } from './problems.js'

/** The places of a name with its value, or of an item, which has no name. */
interface Member {
  readonly key: number
  readonly value: number
}

/** So many characters of text hold most members. */
const MEMBER_LENGTH = 1024

/** Thrown where the text ends too soon; never leaves this file. */
class CutShort extends Error {}

/** Finds places in sound JSON. What lies on the way to the last one is kept, since a long list may have many problems. */
export class JsonPlaces {
  /** What the last path led through, by how many steps lead there. */
  #members: readonly Members[] = []

  constructor(private readonly text: PiecedText) {}

  /**
   * The offset of what a path names, or of the last thing on the way that exists.
   *
   * @param offset of the mapping or list that the path starts from
   * @param isField whether the name of the last field is meant, not its value
   */
  placeOf(offset: number, path: Path, isField: boolean): number {
    const led: Members[] = []
    let at = offset
    for (const [depth, step] of path.entries()) {
      const known = this.#members[depth]
      const members = known?.offset === at ? known : new Members(this.text, at)
      led.push(members)
      const member = members.find(step)
      if (member === undefined) break
      at = isField && depth === path.length - 1 ? member.key : member.value
    }
    this.#members = led
    return at
  }
}

/** The members of a mapping or the items of a list, read as far as they were asked for; none of anything else. */
class Members {
  readonly #isList: boolean
  readonly #items: number[] = []
  readonly #fields = new Map<string, Member>()
  /** Where the next one is looked for. */
  #at: number
  #isOver: boolean

  constructor(
    private readonly text: PiecedText,
    readonly offset: number,
  ) {
    const sign = text.slice(offset, offset + 1)
    this.#isList = sign === '['
    this.#isOver = !this.#isList && sign !== '{'
    this.#at = offset + 1
  }

  /** Of two fields of one name, the first. */
  find(step: string | number): Member | undefined {
    for (;;) {
      const found = this.#isList ? this.#item(Number(step)) : this.#fields.get(String(step))
      if (found !== undefined || this.#isOver) return found
      this.#readOn()
    }
  }

  #item(index: number): Member | undefined {
    const value = this.#items[index]
    return value === undefined ? undefined : { key: value, value }
  }

  /** Reads some members more, or finds that there are none. */
  #readOn(): void {
    const begin = this.#at
    for (let length = MEMBER_LENGTH; ; length *= 4) {
      const part = this.text.slice(begin, begin + length)
      this.#read(part, begin)
      if (this.#at > begin || this.#isOver) return
      if (part.length < length) throw new RangeError(`no sound JSON begins at ${this.offset}`)
    }
  }

  /** Reads the members that are whole in a part of the text. */
  #read(part: string, begin: number): void {
    try {
      while (!this.#isOver) {
        const first = afterSpace(part, this.#at - begin)
        const key = part[first] === ',' ? afterSpace(part, first + 1) : first
        if (part[key] === '}' || part[key] === ']') this.#isOver = true
        else this.#at = begin + this.#readMember(part, key, begin)
      }
    } catch (error) {
      if (!(error instanceof CutShort)) throw error
    }
  }

  /** @returns where it ends in the part */
  #readMember(part: string, key: number, begin: number): number {
    if (this.#isList) {
      const end = afterValue(part, key)
      this.#items.push(begin + key)
      return end
    }
    const keyEnd = afterWholeString(part, key)
    const value = afterSpace(part, afterSpace(part, keyEnd) + 1)
    const end = afterValue(part, value)
    const name = JSON.parse(part.slice(key, keyEnd)) as string
    if (!this.#fields.has(name)) this.#fields.set(name, { key: begin + key, value: begin + value })
    return end
  }
}

const afterSpace = (text: string, at: number): number => next(text, at, /[^ \t\n\r]/g)

function afterValue(text: string, at: number): number {
  if (text[at] === '"') return afterWholeString(text, at)
  if (text[at] !== '{' && text[at] !== '[') return next(text, at, /[,}\]\s]/g)
  let depth = 0
  let end = at
  do {
    end = next(text, end, /["{}[\]]/g)
    if (text[end] === '"') end = afterWholeString(text, end) - 1
    else depth += text[end] === '{' || text[end] === '[' ? 1 : -1
    end++
  } while (depth > 0)
  return end
}

function afterWholeString(text: string, start: number): number {
  const end = afterString(text, start)
  if (end === 0) throw new CutShort()
  return end
}

/** Behind the closing quote of the text that begins here; 0 where there is none. */
export function afterString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** The longest way to write a character: \u0041. */
const ESCAPE_LENGTH = 6

/** The end of a text in which a string goes on, ahead of an escape that is cut: \", or \u and four digits. */
export function beforeCutEscape(text: string): number {
  for (let at = Math.max(0, text.length - ESCAPE_LENGTH + 1); at < text.length; at++) {
    if (text[at] !== '\\' || isEscaped(text, at)) continue
    if (at + (text[at + 1] === 'u' ? ESCAPE_LENGTH : 2) > text.length) return at
  }
  return text.length
}

/** Whether an odd number of backslashes precedes this place. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '\\') start--
  return (at - start) % 2 === 1
}

/** Where the next such sign stands. */
function next(text: string, from: number, signs: RegExp): number {
  signs.lastIndex = from
  const found = signs.exec(text)
  if (found === null) throw new CutShort()
  return found.index
}
