import * as v from 'valibot'
import { objectText } from '../core/json-text.js'
import { parsePart } from '../seed/parse.js'
import { expected } from '../seed/schema/fields.js'
import type { AdminCall, AdminReply } from './call.js'

/**
 * The body of a call as a part of a seed, in JSON or YAML, held to a schema. Unlike `readBody` it keeps the digits of
 * ids, and tells where in the body something is wrong.
 *
 * @throws SeedProblems
 */
export function readPart<Schema extends v.GenericSchema>(
  { text }: AdminCall,
  schema: Schema,
): v.InferOutput<Schema> {
  return parsePart({ name: 'body', text: text.trim() === '' ? '{}' : text }, schema)
}

/** In a seed this turns templates off; one entry or record alone is never a template. */
export const literalField = v.exactOptional(
  v.literal(true, expected('true', 'leave it out: templates are for seeds, which PATCH /_admin/state takes')),
)

/** An answer whose JSON is text already, since it holds numbers that JavaScript would round. */
export function jsonReply(status: number, ...members: (string | undefined)[]): AdminReply {
  return { status, body: `${objectText(members)}\n`, type: 'application/json' }
}
