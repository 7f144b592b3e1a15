import { GREETING, HOST, KV_KEY, PUT_BODY, putWith, READ, readWith } from '../../web/requests.js'
import { talk, type WireAnswer } from '../../web/wire.js'

/** A check of Http11Probe's public catalogue, as a request to the emulator. */
export interface Check {
  /** The name that the catalogue gives it. */
  readonly id: string
  readonly rule: string
  /** What is odd about the request, in words. */
  readonly sent: string
  readonly bytes: string | Buffer
  /** What may come of it, such as "400 or closed"; "not 101" for anything else. */
  readonly expected: string
  /** Nothing is sent behind it on the connection but the end. */
  readonly isAlone?: boolean
  /** What the answer must have besides. */
  readonly has?: (answer: WireAnswer) => boolean
}

/** As `Check` has them, in one line. */
export type Row = readonly [id: string, rule: string, sent: string, bytes: string | Buffer, expected: string]

export const check = ([id, rule, sent, bytes, expected]: Row): Check => ({ id, rule, sent, bytes, expected })
export const having = (row: Row, has: (answer: WireAnswer) => boolean): Check => ({ ...check(row), has })
export const alone = (row: Row): Check => ({ ...check(row), isAlone: true })

export const REFUSED = '400 or closed'
export const ANY = '400 or 2xx'
export const NO_SWITCH = 'not 101'

const CHUNKED = 'Transfer-Encoding: chunked'

/** A GET of what is there, by a request line of its own. */
export const lined = (requestLine: string): string => `${requestLine}\r\n${HOST}${KV_KEY}\r\n`
/** A GET of what is there, with this line in the place of its Host. */
export const hosted = (host: string): string => `GET ${GREETING} HTTP/1.1\r\n${host}\r\n${KV_KEY}\r\n`
/** A write whose body is announced by these lines. */
export const framed = (...lines: string[]): string => putWith(lines, PUT_BODY)
/** A write in chunks, with these bytes for the body. */
export const chunked = (rest: string): string => putWith([CHUNKED], rest)
export const SMUGGLED_KEY = 'smuggled'
/** A request that must never be carried out: it stands where a body is. */
export const SMUGGLED = `PUT /v1/kv/ns_wire_a1/${SMUGGLED_KEY} HTTP/1.1\r\n${HOST}${KV_KEY}Content-Length: ${PUT_BODY.length}\r\n\r\n${PUT_BODY}`
/** A write with a request behind a last chunk, announced by these lines; LENGTH stands for the length of it all. */
export const smuggling = (lines: readonly string[], body = `0\r\n\r\n${SMUGGLED}`): string =>
  putWith(
    lines.map((line) => line.replace('LENGTH', `${body.length}`)),
    body,
  )

export { CHUNKED, GREETING, HOST, KV_KEY, PUT_BODY, putWith, READ, readWith }

/**
 * What comes of a check: the status of its answer and, where the connection went on, that of a sound read sent behind it.
 * "closed" is no answer at all.
 */
export async function outcomeOf(baseUrl: string, { bytes, isAlone, id, has }: Check): Promise<string> {
  const first = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1')
  const sent = isAlone === true ? first : Buffer.concat([first, Buffer.from(READ)])
  const isHead = id.includes('HEAD') && first.subarray(0, 4).equals(HEAD)
  const { answers } = await talk(baseUrl, sent, { answers: 2, halfClose: true, isHead })
  const [answer] = answers
  if (answer === undefined) return 'closed'
  if (has?.(answer) === false) return `${answer.status} without it`
  return answers.map(({ status }) => status).join(', then ')
}

const HEAD = Buffer.from('HEAD')

/** Whether an outcome is one of those that are expected. */
export function isExpected(outcome: string, expected: string): boolean {
  const [first = '', second] = outcome.split(', then ')
  const [statuses = '', mustClose] = expected.split(' and ')
  if (mustClose !== undefined && second !== undefined) return false
  return statuses.split(' or ').some((one) => {
    if (one.startsWith('not ')) return first !== one.slice(4)
    return one === first || (one.endsWith('xx') && first[0] === one[0] && /^\d+$/.test(first))
  })
}
