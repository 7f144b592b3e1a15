import { partsOf } from '../core/json/json-text.js'
import type { RandomStream } from '../core/random.js'
import { type Choices, type Grease, oneOf } from '../domain/profile/grease.js'
import type { Greased, Reply } from '../domain/requests/reply.js'

/** Matches members that hold the service's own objects. A stored `value` is the user's and stays as it is. */
const NESTED = /^"(keys|configs|limits|usage|error)":(?=[[{])/

/** The contract doesn't define the order of these lists. Records are excluded, since paging depends on their order. */
const UNORDERED: readonly string[] = ['keys', 'configs']

const MESSAGE = '"message":'

/** Values for unknown members, as JSON text. */
const VALUES: Choices<string> = [
  'null',
  'true',
  '-0.5',
  '""',
  '"grease"',
  '[]',
  '[1,"a"]',
  '{}',
  '{"ok":false}',
]

const HEADER_VALUES: Choices<string> = ['1', 'grease', 'a=b; c="d"']

/** The last ones catch clients that confuse bytes with characters, or that search messages for words. */
const WORDINGS: Choices<(message: string) => string> = [
  (message) => message,
  (message) => message.toLowerCase().replace(/\.$/, ''),
  (message) => message.toUpperCase(),
  (message) => `Error: ${message}`,
  (message) => `« ${message} »`,
  () => 'Something about this request was not right.',
]

/**
 * Varies an answer within the contract: the order of members and lists, unknown members and headers, and the message.
 * Errors are varied by their content, so that equal ones stay equal and an expired key reads exactly like a missing one
 * (docs/CONTRACT.md A-31). Other answers are varied by the request's id.
 */
export function greased(reply: Reply, grease: Grease, requestId: string): Reply {
  const isError = reply.status >= 400
  const { body: given } = reply
  const drawn = isError && given !== undefined ? given : requestId
  const drawing = new Drawing(grease.stream('answer', drawn), isError)
  if (reply.isVerbatim === true) return { ...reply, greased: drawing.describe(grease.number) }
  const body = given === undefined ? undefined : drawing.body(given)
  const headers = reply.headers.concat(drawing.extraHeaders())
  return { ...reply, body, headers, greased: drawing.describe(grease.number) }
}

/** The variations for a single answer. */
class Drawing {
  readonly #chance: RandomStream
  readonly #isError: boolean
  readonly #names: readonly string[]
  readonly #reordered = new Set<string>()
  readonly #members = new Set<string>()
  readonly #headers: string[] = []
  #wording: string | undefined

  constructor(chance: RandomStream, isError: boolean) {
    this.#chance = chance
    this.#isError = isError
    // The leading number ensures that they're distinct.
    this.#names = [1, 2].map((number) => `grease_${number}${chance.integer(0x10000).toString(16)}`)
  }

  body(json: string): string {
    return json.startsWith('[') ? this.#list(json) : this.#object(json)
  }

  /** Flat: name, value, … */
  extraHeaders(): readonly string[] {
    const headers = this.#names.map((name) => `X-${name.replace('_', '-')}`).filter(() => this.#tosses())
    this.#headers.push(...headers)
    return headers.flatMap((name) => [name, oneOf(HEADER_VALUES, this.#chance)])
  }

  describe(number: number): Greased {
    return {
      number,
      reordered: [...this.#reordered],
      members: [...this.#members],
      headers: this.#headers,
      ...(this.#wording === undefined ? {} : { wording: this.#wording }),
    }
  }

  /** @param name the member that contains the list */
  #list(json: string, name = ''): string {
    const items = partsOf(json).map((item) => this.#object(item))
    return `[${(UNORDERED.includes(name) ? this.#shuffled(items, name) : items).join(',')}]`
  }

  #object(json: string): string {
    const members = partsOf(json).map((member) => this.#member(member))
    for (const name of this.#names) {
      if (!this.#tosses()) continue
      members.push(`"${name}":${oneOf(VALUES, this.#chance)}`)
      this.#members.add(name)
    }
    return `{${this.#shuffled(members, 'members').join(',')}}`
  }

  #member(member: string): string {
    if (this.#isError && member.startsWith(MESSAGE))
      return MESSAGE + this.#worded(member.slice(MESSAGE.length))
    const [start, name] = NESTED.exec(member) ?? []
    if (start === undefined) return member
    const value = member.slice(start.length)
    return start + (value.startsWith('[') ? this.#list(value, name) : this.#object(value))
  }

  #worded(json: string): string {
    const message = String(JSON.parse(json))
    const worded = oneOf(WORDINGS, this.#chance)(message)
    if (worded !== message) this.#wording = message
    return JSON.stringify(worded)
  }

  /** Shuffles a copy (Fisher-Yates). */
  #shuffled(parts: readonly string[], what: string): string[] {
    const shuffled = [...parts]
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.#chance.integer(last + 1)
      const held = shuffled[last] ?? ''
      shuffled[last] = shuffled[other] ?? ''
      shuffled[other] = held
    }
    if (shuffled.some((part, index) => part !== parts[index])) this.#reordered.add(what)
    return shuffled
  }

  #tosses(): boolean {
    return this.#chance.next() < 0.5
  }
}
