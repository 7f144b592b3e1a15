import * as v from 'valibot'
import { isObject, isRecord } from '../../core/objects.js'
import { QUOTE } from '../text/positions.js'
import { PROBLEMS_MAX } from '../text/problems.js'
import { writtenAs } from '../text/written-numbers.js'
import { issueAt } from './exact-json.js'
import { asJsonSchema, expected } from './fields.js'

/**
 * Headers that say where an answer ends and what becomes of its connection: a fault that changed one would make two answers
 * of one, or half of one, by accident.
 */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/

const NAME_PROBLEM = 'a header name is made of letters, digits and hyphens\nwrite it like X-Request-Id'

/** Why a header cannot be sent with a fault's answer: a message and, on a second line, a hint. */
function unsendable(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return NAME_PROBLEM
  if (OF_THE_CONNECTION.has(name.toLowerCase())) {
    return `the emulator itself writes ${name}\nleave it out; the field connection is for broken connections`
  }
  // Others are not headers, or are read by one client as Latin-1 and by another as UTF-8.
  if (/^[\t -~]*$/.test(value)) return undefined
  return `${name} may hold printable ASCII only, so no line break\nescape the rest, as in %C3%A9`
}

/** Why no request can ever have this header. */
function unmatchable(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return NAME_PROBLEM
  // Bytes beyond ASCII arrive as Latin-1; white space around a value is not part of it.
  if (/^(?![\t ])[\t -~\x80-\xff]*(?<![\t ])$/.test(value)) return undefined
  return `no request has this value of ${name}\nleave out line breaks, and white space around it`
}

/** Values by name. No valibot record, which takes a list for one and passes over a header called constructor. */
const headerTexts = (what: string, problemOf: (name: string, value: string) => string | undefined) =>
  v.pipe(
    v.custom<Record<string, string | number>>(isRecord, expected(`${what} by name (a mapping)`)),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      let problems = 0
      const headers = dataset.value
      for (const [name, value] of Object.entries<unknown>(headers)) {
        if (problems >= PROBLEMS_MAX) return
        const problem = isText(value) ? problemOf(name, textOf(headers, name)) : NO_TEXT({ input: value })
        if (problem === undefined) continue
        problems++
        addIssue(issueAt([name], problem))
      }
    }),
    v.transform(asTexts),
    asJsonSchema({ type: 'object', additionalProperties: { type: ['string', 'number'] } }),
  )

/** A number is sent as it is written: 1.0 stays that. */
const textOf = (headers: Readonly<Record<string, unknown>>, name: string): string =>
  writtenAs(headers, name) ?? String(headers[name])

const asTexts = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, textOf(headers, name)]))

const NO_TEXT = expected('text', (input) => (isObject(input) ? 'give one text, such as "a, b"' : QUOTE))

const isText = (value: unknown): boolean =>
  ['string', 'bigint'].includes(typeof value) || Number.isFinite(value)

/** Headers that a fault sends. */
export const sentHeaders = headerTexts('headers', unsendable)

/** Headers that a request must carry. */
export const matchedHeaders = headerTexts('header values', unmatchable)
