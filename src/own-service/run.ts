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

/** After validation. */
export interface OwnOperation {
  /** For example `leases.create`. */
  readonly id: string
  readonly route: OwnRoute
  readonly run: (call: AnyCall) => unknown
  readonly body: StandardSchema | undefined
  readonly badRequest: 400 | 422
}

type AnyCall = OwnCall<JsonState, Readonly<Record<string, string>>, unknown>

export interface OwnRequest extends Omit<AnyCall, 'query' | 'json' | 'state' | 'random' | 'id'> {
  /** The raw query string, without the question mark. */
  readonly query: string
}

/** Rejects a request on the operation's behalf. */
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
  /** For example `items.0.name`, or empty for the body itself. */
  readonly path: string
  readonly message: string
}

const ID_LENGTH = 12
/** Longer error messages are truncated. */
const SAID_MAX = 500

/**
 * Runs an operation, and answers on its behalf if it throws.
 *
 * @param random the caller has to rewind it if the operation failed
 * @returns the response and the new state, which is unchanged if the operation failed
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
 * Returns a function that parses the body. If the operation has a schema, the body is validated immediately.
 *
 * @throws Refused if the body isn't JSON or doesn't match the schema
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

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, 'invalid_json', `the body is not JSON: ${brokenJsonText(text)}`)
  }
}

function checked(schema: StandardSchema, given: unknown, status: 400 | 422): unknown {
  const { value, problems } = checkWith(schema, given)
  const violations = problems.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = violations
  if (first === undefined) return value
  throw new Refused(status, 'invalid_body', `${first.path || 'the body'}: ${first.message}`, violations)
}

/** A 500, for an operation that threw an error or returned something invalid. */
export function failureReply(id: string, error: unknown): SentAnswer {
  return refusalReply(500, { error: 'internal_error', message: `${id} failed: ${said(error)}` })
}

/** One line, including where the error was thrown. Code may throw anything. */
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

/** The folder that holds the emulator's code, e.g. `/app/node_modules/tristore-emulator/dist/`. */
const HERE = /(?:\(|at )(\S.*[/\\])[^/\\]+:\d+:\d+\)?$/m.exec(new Error().stack ?? '')?.[1]

/** Returns a location such as `leases.ts:12:7`, based on the first stack frame outside Node and the emulator. */
function placeOf({ stack = '' }: Error): string | undefined {
  for (const line of stack.split('\n')) {
    const [, file, at] = /^\s+at .*?([^/\\()\s]+):(\d+:\d+)\)?$/.exec(line) ?? []
    const isOwn = line.includes('node:') || (HERE !== undefined && line.includes(HERE))
    if (file !== undefined && !isOwn) return `${file}:${at}`
  }
  return undefined
}
