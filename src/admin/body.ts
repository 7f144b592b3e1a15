import * as v from 'valibot'
import { didYouMean, expected, hintOf, notExpected } from '../core/expected.js'
import { brokenJsonText } from '../core/json/json-problem.js'
import { nearest } from '../core/nearest.js'
import { Refusal } from '../core/refusal.js'
import { type Bounds, lengthProblem } from '../domain/bounds.js'
import type { WorldService } from '../domain/service.js'
import { parsePart } from '../seed/parse.js'
import { SHORTEN } from '../seed/schema/fields.js'
import type { SourceDocument } from '../seed/text/positions.js'
import { type Problem, SeedProblems } from '../seed/text/problems.js'
import type { RequestBody } from './call.js'

/** Clients may omit a command's body, which is the same as sending `{}`. */
export function jsonBody<Schema extends v.GenericSchema>(
  schema: Schema,
  example: v.InferInput<Schema>,
): RequestBody<v.InferOutput<Schema>> {
  return short({ schema, example, read: (text) => readJsonBody(text, schema) })
}

/**
 * Declares a body that's part of a seed, in JSON or YAML. Unlike `jsonBody`, it keeps all digits of ids, and errors
 * come with a line and column.
 *
 * @param assertSize throws if there's more than the world's limits allow; called before validation
 * @param further finds problems that the schema can't
 */
export function seedBody<Schema extends v.GenericSchema>(
  schema: Schema,
  example: unknown,
  assertSize?: (data: unknown, bounds: Bounds) => void,
  further?: (document: SourceDocument, services: readonly WorldService[]) => readonly Problem[],
): RequestBody<v.InferOutput<Schema>> {
  return {
    schema,
    example,
    isYaml: true,
    read: (text, { bounds, services, isSaidToBeJson }) =>
      parsePart(
        { name: 'body', text: text.trim() === '' ? '{}' : text, isSaidToBeJson },
        schema,
        (data) => assertSize?.(data, bounds),
        (document) => further?.(document, services) ?? [],
      ),
  }
}

/** Reports problems with a body in seed syntax as `invalid_request`, since it isn't a whole seed. */
export const ofRequest = <T>(body: RequestBody<T>): RequestBody<T> => ({
  ...body,
  read(...input) {
    try {
      return body.read(...input)
    } catch (error) {
      throw error instanceof SeedProblems ? new SeedProblems(error.problems, 'invalid_request') : error
    }
  },
})

export const short = <T>(body: RequestBody<T>): RequestBody<T> => ({ ...body, isShort: true })

export const needed = <T>(body: RequestBody<T>): RequestBody<T> => ({ ...body, isNeeded: true })

const SEND_JSON = 'send JSON, for instance -d \'{"advance": "1h"}\''

/**
 * Parses a body as JSON, whatever its Content-Type, so that `curl -d` works. An empty body is the same as `{}`.
 *
 * @throws Refusal `invalid_request`
 */
export function readJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_request', `the body is not valid JSON: ${brokenJsonText(text)}`, {
      hint: SEND_JSON,
    })
  }
}

/** @throws Refusal `invalid_request`, which lists every problem and where it is */
export function readJsonBody<Schema extends v.GenericSchema>(
  text: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const body = readJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid_request', `the body: ${notExpected(body, 'an object such as {}').message}`, {
      hint: SEND_JSON,
    })
  }
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const known = 'entries' in schema ? Object.keys(schema.entries as object) : []
  const unknown = result.issues.find((issue) => isUnknown(issue) && issue.path?.length === 1)
  const [hint] =
    unknown === undefined
      ? result.issues.flatMap((issue) => hintOf(issue) ?? [])
      : [hintOf(unknown) ?? nameHint(String(unknown.path?.[0].key), known)]
  const details = hint === undefined ? {} : { hint }
  throw new Refusal('invalid_request', result.issues.map(describe).join('; '), details)
}

const isUnknown = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never'

/** If a name is wrong, it helps to list the known ones. If a value is wrong, the message says what's expected. */
const nameHint = (name: string, known: readonly string[]): string | undefined =>
  didYouMean(nearest(name, known), known.length === 0 ? undefined : `known here: ${known.join(', ')}`)

function describe(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the body'
  return `${place}: ${isUnknown(issue) ? 'there is no such field' : issue.message}`
}

/** @throws Refusal `invalid_request` if the key in the path is too long for a request */
export function assertShort(field: string, given: string): void {
  const problem = lengthProblem(given)
  if (problem !== undefined) throw new Refusal('invalid_request', `${field}: ${problem}`, { hint: SHORTEN })
}

/** Turns templates off in a seed. Has no effect on a single entry or record, since those are never templates. */
export const literalField = v.exactOptional(
  v.literal(
    true,
    expected('true', 'leave it out: templates are for seeds, such as those for PATCH /_admin/state'),
  ),
)

/**
 * You can send an entry or record back the way you read it, but only to the same path.
 *
 * @param field `'key'` or `'id'`
 * @throws Refusal `invalid_request`
 */
export function assertNamedByPath(field: string, given: string | undefined, named: string): void {
  if (given === undefined || given === named) return
  throw new Refusal('invalid_request', `${field}: the body says ${given}, the path says ${named}`, {
    hint: `leave ${field} out of the body: the path already has it`,
  })
}
