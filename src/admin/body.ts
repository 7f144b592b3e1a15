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

/** Declares a JSON body that is a command. It may be left out, which means `{}`. */
export function jsonBody<Schema extends v.GenericSchema>(
  schema: Schema,
  example: v.InferInput<Schema>,
): RequestBody<v.InferOutput<Schema>> {
  return short({ schema, example, read: (text) => readJsonBody(text, schema) })
}

/**
 * The body of a call that takes a part of a seed, in JSON or YAML.
 *
 * Unlike `jsonBody` it keeps the digits of ids, and its errors name line and column.
 *
 * @param assertSize refuses what is too much for the bounds of the world, before it is checked in full
 * @param further finds what the schema does not
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

/** Reports problems of a body in seed syntax as problems of the request. */
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

/** A command body. It is small, so longer ones are rejected. */
export const short = <T>(body: RequestBody<T>): RequestBody<T> => ({ ...body, isShort: true })

/** A body that a call cannot do without. */
export const needed = <T>(body: RequestBody<T>): RequestBody<T> => ({ ...body, isNeeded: true })

const SEND_JSON = 'send JSON, for instance -d \'{"advance": "1h"}\''

/**
 * A body as JSON, whatever its Content-Type says (so that `curl -d` works). An empty body is `{}`.
 *
 * @throws Refusal invalid_request
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

/**
 * A body as JSON of a schema: every fault is named, with its place.
 *
 * @throws Refusal invalid_request
 */
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

/** Names of fields help if a name is wrong; a message says what a value must be. */
const nameHint = (name: string, known: readonly string[]): string | undefined =>
  didYouMean(nearest(name, known), known.length === 0 ? undefined : `known here: ${known.join(', ')}`)

function describe(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the body'
  return `${place}: ${isUnknown(issue) ? 'there is no such field' : issue.message}`
}

/**
 * Checks that a key of the path is one that requests can carry.
 *
 * @throws Refusal invalid_request
 */
export function assertShort(field: string, given: string): void {
  const problem = lengthProblem(given)
  if (problem !== undefined) throw new Refusal('invalid_request', `${field}: ${problem}`, { hint: SHORTEN })
}

/** In a seed this turns templates off; one entry or record alone is never a template. */
export const literalField = v.exactOptional(
  v.literal(true, expected('true', 'leave it out: templates are for seeds, which PATCH /_admin/state takes')),
)

/**
 * Checks that what a body says about itself is what the path says: an entry or record that was read can be sent back
 * whole, but not to another place.
 *
 * @param field 'key' or 'id'
 * @throws Refusal invalid_request
 */
export function assertNamedByPath(field: string, given: string | undefined, named: string): void {
  if (given === undefined || given === named) return
  throw new Refusal('invalid_request', `${field}: the body says ${given}, the path says ${named}`, {
    hint: `leave ${field} out of the body; the path names what is written`,
  })
}
