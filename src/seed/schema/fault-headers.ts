import * as v from 'valibot'
import { type Complaint, expected, notExpected } from '../../core/expected.js'
import { isObject, isRecord } from '../../core/objects.js'
import { QUOTE } from '../text/positions.js'
import { PROBLEMS_MAX } from '../text/problems.js'
import { writtenAs } from '../text/written-numbers.js'
import { issueAt } from './exact-json.js'
import { asJsonSchema } from './fields.js'

/**
 * Headers that frame a response or control its connection. A fault that changed one of them could split or truncate the
 * response by accident.
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

const NAME_PROBLEM: Complaint = {
  message: 'a header name consists of letters, digits and hyphens',
  hint: 'write it like X-Request-Id',
}

/** Explains why a fault can't send this header, or returns undefined if it can. */
function unsendable(name: string, value: string): Complaint | undefined {
  if (!TOKEN.test(name)) return NAME_PROBLEM
  if (OF_THE_CONNECTION.has(name.toLowerCase())) {
    return {
      message: `the emulator sets ${name} itself`,
      hint: 'leave it out; to break the connection, use the field connection',
    }
  }
  // Other characters are either invalid or read as Latin-1 by some clients and as UTF-8 by others.
  if (/^[\t -~]*$/.test(value)) return undefined
  return {
    message: `${name} may only contain printable ASCII, so no line breaks`,
    hint: 'escape other characters, e.g. %C3%A9',
  }
}

/** Explains why no request could ever have this header, or returns undefined if one could. */
function unmatchable(name: string, value: string): Complaint | undefined {
  if (!TOKEN.test(name)) return NAME_PROBLEM
  // Bytes beyond ASCII arrive as Latin-1, and leading and trailing white space is stripped.
  if (/^(?![\t ])[\t -~\x80-\xff]*(?<![\t ])$/.test(value)) return undefined
  return {
    message: `no request can have this value for ${name}`,
    hint: 'remove line breaks and surrounding white space',
  }
}

/** Headers by name. valibot's `record` would accept lists and skip a header called "constructor". */
const headerTexts = (what: string, complaintAbout: (name: string, value: string) => Complaint | undefined) =>
  v.pipe(
    v.custom<Record<string, string | number>>(isRecord, expected(`${what} by name (a mapping)`)),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      let problems = 0
      const headers = dataset.value
      for (const [name, value] of Object.entries<unknown>(headers)) {
        if (problems >= PROBLEMS_MAX) return
        const problem = isText(value) ? complaintAbout(name, textOf(headers, name)) : notText(value)
        if (problem === undefined) continue
        problems++
        addIssue(issueAt([name], problem))
      }
    }),
    v.transform(asTexts),
    asJsonSchema({ type: 'object', additionalProperties: { type: ['string', 'number'] } }),
  )

/** Keeps numbers such as `1.0` the way they were written. */
const textOf = (headers: Readonly<Record<string, unknown>>, name: string): string =>
  writtenAs(headers, name) ?? String(headers[name])

const asTexts = (headers: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, textOf(headers, name)]))

const notText = (input: unknown): Complaint =>
  notExpected(input, 'text', isObject(input) ? 'write a single text, such as "a, b"' : QUOTE)

const isText = (value: unknown): boolean =>
  ['string', 'bigint'].includes(typeof value) || Number.isFinite(value)

export const sentHeaders = headerTexts('headers', unsendable)

export const matchedHeaders = headerTexts('header values', unmatchable)
