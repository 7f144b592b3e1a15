import { suffix } from '../core/ids.js'
import { brokenJsonText } from '../core/json/json-problem.js'
import type { RandomStream } from '../core/random.js'
import { shorten } from '../core/shorten.js'
import type { OwnCall } from './define.js'
import { type JsonState, withDraft } from './json-state.js'
import { ServiceMistake } from './mistake.js'
import { readAnswer, refusalReply, type SentAnswer } from './reply.js'
import type { OwnRoute } from './routes.js'
import { checkWith, type StandardSchema } from './standard-schema.js'

/** An operation of your own service, checked at the start. */
export interface OwnOperation {
  /** "leases.create" */
  readonly id: string
  readonly route: OwnRoute
  readonly run: (call: AnyCall) => unknown
  readonly body: StandardSchema | undefined
  readonly badRequest: 400 | 422
}

type AnyCall = OwnCall<JsonState, Readonly<Record<string, string>>, unknown>

/** A request to such an operation. */
export interface OwnRequest extends Omit<AnyCall, 'query' | 'json' | 'state' | 'random' | 'id'> {
  /** As sent, without the question mark. */
  readonly query: string
}

/** The emulator answers in place of the operation. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly violations?: readonly Violation[],
  ) {
    super(message)
  }
}

interface Violation {
  /** "items.0.name"; empty for the body itself. */
  readonly path: string
  readonly message: string
}

const ID_LENGTH = 12
/** Longer messages of errors are cut. */
const SAID_MAX = 500

/**
 * Runs an operation.
 *
 * @param random the operation draws from it; the caller puts it back after a failure
 * @returns the answer, and the state after it: the same one if the operation failed
 */
export function runOwn(
  operation: OwnOperation,
  request: OwnRequest,
  { state, random }: { readonly state: JsonState; readonly random: RandomStream },
): { readonly state: JsonState; readonly reply: SentAnswer; readonly failed: boolean } {
  try {
    const json = bodyReader(operation, request.body)
    const after = withDraft(state, (draft) => readAnswer(operation.run(callOf(request, draft, random, json))))
    return { state: after.state, reply: after.result, failed: false }
  } catch (error) {
    const reply =
      error instanceof Refused
        ? refusalReply(error.status, {
            error: error.code,
            message: error.message,
            violations: error.violations,
          })
        : failureReply(operation.id, error)
    return { state, reply, failed: true }
  }
}

function callOf(
  { query, ...request }: OwnRequest,
  state: JsonState,
  random: RandomStream,
  json: () => unknown,
): AnyCall {
  return {
    ...request,
    query: withoutPrototype([...new URLSearchParams(query)]),
    get json() {
      return json()
    },
    state,
    random: () => random.next(),
    id: (prefix) => `${prefix}_${suffix(random, ID_LENGTH)}`,
  }
}

const withoutPrototype = (
  members: readonly (readonly [string, string])[],
): Readonly<Record<string, string>> => Object.assign(Object.create(null), Object.fromEntries(members))

/**
 * Returns a function that reads the body as JSON.
 *
 * @throws Refused for a body that the operation's schema refuses
 */
function bodyReader({ body: schema, badRequest }: OwnOperation, text: string): () => unknown {
  if (schema !== undefined) {
    const value = checked(schema, parsed(text), badRequest)
    return () => value
  }
  let read: { readonly value: unknown } | undefined
  return () => {
    read ??= { value: parsed(text) }
    return read.value
  }
}

/** @throws Refused */
function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'invalid_json', `the body is not JSON: ${brokenJsonText(text)}`)
  }
}

/** @throws Refused */
function checked(schema: StandardSchema, given: unknown, status: 400 | 422): unknown {
  const { value, problems } = checkWith(schema, given)
  const violations = problems.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = violations
  if (first === undefined) return value
  throw new Refused(status, 'invalid_body', `${first.path || 'the body'}: ${first.message}`, violations)
}

/** Answers for an operation that threw, or returned something else than an answer. */
export function failureReply(id: string, error: unknown): SentAnswer {
  return refusalReply(500, { error: 'internal_error', message: `${id} failed: ${said(error)}` })
}

/** Describes an error in one line, with its place in the service's file. Code may throw anything. */
export function said(error: unknown): string {
  try {
    if (error instanceof ServiceMistake) return error.message
    if (!(error instanceof Error)) return `it threw ${String(error)}`
    const [line = ''] = String(error).split(/\r?\n/)
    const place = placeOf(error)
    return place === undefined ? shorten(line, SAID_MAX) : `${shorten(line, SAID_MAX)} (${place})`
  } catch {
    return 'it threw an error that cannot be shown'
  }
}

/** The folder of the emulator's code: "/app/node_modules/tristore-emulator/dist/". */
const HERE = /(?:\(|at )(\S.*[/\\])[^/\\]+:\d+:\d+\)?$/m.exec(new Error().stack ?? '')?.[1]

/** Returns "leases.ts:12:7", from the first line of the stack outside Node and the emulator. */
function placeOf({ stack = '' }: Error): string | undefined {
  for (const line of stack.split('\n')) {
    const [, file, at] = /^\s+at .*?([^/\\()\s]+):(\d+:\d+)\)?$/.exec(line) ?? []
    const isOwn = line.includes('node:') || (HERE !== undefined && line.includes(HERE))
    if (file !== undefined && !isOwn) return `${file}:${at}`
  }
  return undefined
}
