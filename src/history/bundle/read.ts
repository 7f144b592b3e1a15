import * as v from 'valibot'
import { type AnswerOf, described } from '../../contract/answer-schema.js'
import { pair } from '../../contract/json-schema.js'
import { type AdminCallId, type RequestId, readAdminCallId, readRequestId } from '../../core/command-id.js'
import { expected, notExpected } from '../../core/expected.js'
import { LAST_INSTANT_MS } from '../../core/instants.js'
import { problemOfBroken } from '../../core/json/json-problem.js'
import { isRecord } from '../../core/objects.js'
import { DROPPED } from '../../domain/faults/holds.js'
import { expandFault } from '../../seed/expand/fault.js'
import { fault, heldEnd } from '../../seed/schema/fault.js'
import { asJsonSchema } from '../../seed/schema/fields.js'
import { NOT_JSON } from '../../seed/text/problems.js'

/** Increase this number if older emulators would misread new bundles. */
export const BUNDLE_FORMAT = 'tristore-bundle/3'

/** The message is meant for the user. */
export class InvalidBundle extends Error {
  override readonly name = 'InvalidBundle'
}

const text = v.string(expected('text'))
const count = v.pipe(
  v.number(expected('a number')),
  v.safeInteger(expected('an integer')),
  v.minValue(0, expected('0 or more')),
  v.metadata({ format: 'int64' }),
)
const instant = v.pipe(
  count,
  v.maxValue(LAST_INSTANT_MS, expected('an instant up to the year 9999')),
  v.description('Unix time in ms.'),
)
const yes = v.literal(true, expected('true'))
const AN_OBJECT = expected('an object')
const anyObject = v.custom<Readonly<Record<string, unknown>>>(isRecord, AN_OBJECT)
const anyList = v.array(v.unknown(), expected('a list'))

const token = v.object(
  {
    identity: v.union([text, v.object({ claims: anyObject })], expected('text or {claims}')),
    usedSettings: v.boolean(expected('true or false')),
    usedClock: v.boolean(expected('true or false')),
  },
  AN_OBJECT,
)

const HEADERS = expected('a list of [name, value]')

const holdEnd = v.object(
  {
    fault: v.pipe(
      fault,
      v.check(({ id }) => id !== undefined, expected('a fault with an id')),
      v.transform(({ id = '', ...given }) => ({ id, ...expandFault(given) })),
      v.description('The fault that held the request.'),
    ),
    release: described(
      'The body of POST /_admin/held/{id}, or why the request ended without one: its client left, the emulator stopped, or too many were held.',
      v.union(
        [v.picklist(DROPPED), v.pipe(heldEnd, v.transform(expandFault))],
        expected(`how a held request ended, or one of ${DROPPED.join(', ')}`),
      ),
    ),
  },
  AN_OBJECT,
)

export const bundledRequest = v.object({
  kind: v.literal('request'),
  id: v.pipe(
    v.custom<RequestId>((id) => readRequestId(id) !== undefined, expected('r and a number')),
    asJsonSchema({ type: 'string', pattern: '^r[1-9]\\d{0,15}$' }),
  ),
  at: instant,
  method: text,
  target: described('The path and query as they were sent.', text),
  httpVersion: text,
  origin: described('The base URL that the client used.', text),
  prefix: text,
  headers: v.pipe(
    v.array(v.strictTuple([v.string(HEADERS), v.string(HEADERS)], HEADERS), HEADERS),
    // Valibot would convert a tuple to a schema that validators read as a list without items.
    asJsonSchema({ type: 'array', items: pair }),
  ),
  body: v.exactOptional(text),
  bodyBase64: v.exactOptional(described("Used instead of `body` if that isn't text.", text)),
  bodyIsTooLarge: v.exactOptional(described('Set if the body exceeded limits.bodyBytes.', yes)),
  token: v.exactOptional(described('The result of checking its bearer token.', token)),
  elsewhere: v.exactOptional(
    described('The URLs of services that had their own ports.', v.record(text, text, AN_OBJECT)),
  ),
  held: v.exactOptional(
    described(
      'The request was held. Its response, if any, is with the later command that has the same id.',
      yes,
    ),
  ),
  holdEnd: v.exactOptional(
    described(
      'The hold ended here, and the request was answered. The operation also runs here, unless it ran before the hold.',
      holdEnd,
    ),
  ),
})

export const bundledCall = v.object({
  kind: v.literal('admin'),
  id: v.pipe(
    v.custom<AdminCallId>((id) => readAdminCallId(id) !== undefined, expected('a and a number')),
    asJsonSchema({ type: 'string', pattern: '^a[1-9]\\d{0,15}$' }),
  ),
  at: instant,
  area: text,
  changed: v.exactOptional(described('The id of the record that it changed.', text)),
  method: text,
  path: described('Includes /_admin and is percent-encoded.', text),
  body: v.exactOptional(text),
  state: v.exactOptional(
    described('The world after a call that replaced its contents, as a seed with `resume`.', anyObject),
  ),
})

export const bundledAnswer = v.object({
  id: text,
  status: described('null if a fault prevented a response.', v.nullable(count)),
  hash: described("A hash of the status, all headers, the body, and the fault's effect.", text),
  body: v.exactOptional(described('The beginning of the body, for people to read.', text)),
})

const bundledCommand = v.variant('kind', [bundledRequest, bundledCall], ({ expected: type, input }) => {
  const what = type === 'Object' ? 'an object' : '"request" or "admin"'
  return notExpected(input, what).message
})

/** List items are checked one by one later, so that an error can say which one it's about. */
export const bundle = v.object({
  format: v.literal(BUNDLE_FORMAT),
  version: described('The version of the emulator that wrote the bundle.', text),
  at: described('The virtual time when the bundle was written, in ms.', instant),
  options: v.object(
    {
      grease: described("The grease number, or null if responses aren't varied.", v.nullable(count)),
      bounds: v.object(
        {
          requests: count,
          faults: count,
          worlds: count,
          snapshots: count,
        },
        AN_OBJECT,
      ),
    },
    AN_OBJECT,
  ),
  beginning: anyObject,
  commands: anyList,
  answers: anyList,
})

export interface BundledRequest extends AnswerOf<typeof bundledRequest> {}

export type BundledHoldEnd = NonNullable<BundledRequest['holdEnd']>

export interface BundledCall extends AnswerOf<typeof bundledCall> {}

export interface BundledAnswer extends AnswerOf<typeof bundledAnswer> {}

export interface Bundle extends Omit<AnswerOf<typeof bundle>, 'commands' | 'answers'> {
  readonly commands: readonly (BundledRequest | BundledCall)[]
  readonly answers: readonly BundledAnswer[]
}

export function readBundle(content: string): Bundle {
  const data = parsed(content.replace(/^\uFEFF/, ''))
  assertFormat(data)
  const { commands, answers, ...heading } = checked(bundle, data, '')
  const read: Bundle = {
    ...heading,
    commands: allChecked(bundledCommand, commands, '/commands'),
    answers: allChecked(bundledAnswer, answers, '/answers'),
  }
  assertAnswered(read)
  return read
}

function parsed(content: string): unknown {
  const text = content.trim()
  if (text === '') throw new InvalidBundle('it is empty')
  if (!/^[{[]/.test(text)) throw new InvalidBundle('it is not JSON')
  try {
    return JSON.parse(content)
  } catch {
    throw new InvalidBundle(text.startsWith('{') && !text.endsWith('}') ? CUT_SHORT : placeOfMistake(content))
  }
}

const CUT_SHORT = 'it is cut off: only its beginning was written or copied'

function placeOfMistake(content: string): string {
  const { line, column, message } = problemOfBroken(content)
  return `line ${line}, column ${column}: ${NOT_JSON}${message}`
}

/** @param place where in the bundle the data is, for errors */
function checked<S extends v.GenericSchema>(schema: S, data: unknown, place: string): v.InferOutput<S> {
  const result = v.safeParse(schema, data, { abortEarly: true })
  if (!result.success) throw new InvalidBundle(place + problemText(result.issues[0]))
  return result.output
}

const allChecked = <S extends v.GenericSchema>(
  schema: S,
  items: readonly unknown[],
  place: string,
): v.InferOutput<S>[] => items.map((item, index) => checked(schema, item, `${place}/${index}`))

function assertFormat(data: unknown): void {
  const format = isRecord(data) ? data.format : undefined
  if (format === BUNDLE_FORMAT) return
  if (typeof format === 'string' && format.startsWith('tristore-bundle/')) {
    const writer = isRecord(data) && typeof data.version === 'string' ? ` (${data.version})` : ''
    throw new InvalidBundle(
      `its format is ${format}, but this emulator reads ${BUNDLE_FORMAT}: replay it with the emulator that wrote it${writer}`,
    )
  }
  const isSeed = isRecord(data) && ('namespaces' in data || 'stores' in data || 'database' in data)
  throw new InvalidBundle(
    isSeed
      ? 'it is a seed, not a bundle: start an emulator with it, using --seed'
      : 'it is not a bundle: write one with GET /_admin/bundle',
  )
}

/**
 * Expects one response to every request, in order. A held request's response is where its hold ended.
 *
 * @throws InvalidBundle
 */
function assertAnswered({ commands, answers }: Bundle): void {
  let index = 0
  for (const one of commands) {
    if (one.kind !== 'request' || one.held === true) continue
    const { id } = one
    const { id: answered } = answers[index] ?? {}
    if (answered !== id)
      throw new InvalidBundle(`/answers/${index}: expected the answer to ${id}, found ${answered ?? 'none'}`)
    index++
  }
  if (index < answers.length) throw new InvalidBundle(`/answers/${index}: there is no such request`)
}

function problemText(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).map(({ key }) => `/${String(key)}`).join('')
  const isMissing = issue.type === 'object' && issue.received === 'undefined'
  return `${path}: ${isMissing ? 'is missing' : issue.message}`
}
