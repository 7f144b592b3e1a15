import * as v from 'valibot'
import { Refusal } from '../core/refusal.js'
import type { AdminCall } from './call.js'

/**
 * The body of a call as JSON, whatever its Content-Type says (so that `curl -d` works). An empty body is `{}`.
 *
 * @throws Refusal invalid_request
 */
export function readJson({ text }: AdminCall): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    const hint = 'send JSON, for instance -d \'{"advance": "1h"}\''
    throw new Refusal('invalid_request', `the body is not valid JSON: ${(error as Error).message}`, { hint })
  }
}

/**
 * The body, held to a schema: every fault is named, with its place.
 *
 * @throws Refusal invalid_request
 */
export function readBody<Schema extends v.GenericSchema>(
  call: AdminCall,
  schema: Schema,
): v.InferOutput<Schema> {
  const body = readJson(call)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid_request', 'the body must be a JSON object, such as {}')
  }
  const result = v.safeParse(schema, body)
  if (result.success) return result.output
  const known = 'entries' in schema ? Object.keys(schema.entries as object) : []
  const hint = known.length === 0 ? {} : { hint: `known here: ${known.join(', ')}` }
  throw new Refusal('invalid_request', result.issues.map(describe).join('; '), hint)
}

function describe(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the body'
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never'
  return `${place}: ${isUnknown ? 'there is no such field' : issue.message}`
}

/**
 * The body of a call that puts a seed in place of another: an empty one would wipe everything, and is a mistake more
 * often than a wish.
 *
 * @throws Refusal invalid_request
 */
export function readSeedText({ text }: AdminCall): string {
  if (text.trim() !== '') return text
  throw new Refusal('invalid_request', 'the body is empty', {
    hint: 'send a seed (YAML or JSON), or {} for nothing at all',
  })
}
