import { withoutUndefined } from '../core/objects.js'
import { asRefusal, Refusal, type RefusalCode } from '../core/refusal.js'
import { adminStatusOf } from '../domain/refusals/refusals.js'
import { SeedProblems } from '../seed/text/problems.js'
import type { AdminReply } from './call.js'

/** Creates an error response with {error, message, hint?} and, for an invalid seed, its problems. Never throws. */
export function refused(error: unknown): AdminReply {
  try {
    return errorReply(error)
  } catch {
    // The response repeats what was sent, which may be more text than a string can hold.
    return errorReply(new Refusal('invalid_request', 'there are more problems than fit into a response'))
  }
}

function errorReply(error: unknown): AdminReply {
  if (error instanceof SeedProblems) return jsonReply(error.code, seedBody(error))
  const refusal = refusalOf(error)
  const { defect, allow } = refusal.details
  return { ...jsonReply(refusal.code, refusalBody(refusal)), ...withoutUndefined({ defect, allow }) }
}

const jsonReply = (code: RefusalCode, body: object): AdminReply => ({
  status: adminStatusOf(code),
  body: `${JSON.stringify(body)}\n`,
  type: 'application/json',
})

function seedBody({ code, message, problems }: SeedProblems): object {
  return { error: code, message, problems }
}

function refusalBody(refusal: Refusal): object {
  const { code, reason, details } = refusal
  return { error: code, message: reason, ...withoutUndefined({ hint: details.hint }) }
}

/**
 * If the path of a DELETE ends with a slash, its last part got lost on the way. For example, a client that's asked for
 * …/entries/.. sends the path of the namespace itself.
 */
export const isCutShort = (method: string, path: string): boolean => method === 'DELETE' && path.endsWith('/')

export const cutShort = (path: string): Refusal =>
  new Refusal('not_found', `DELETE ${path} is incomplete: the last part of its path is empty`, {
    hint: 'to remove something called . or .., which a URL cannot name, replace the state with PUT /_admin/state',
  })

/**
 * @param call its method and path, including /_admin
 * @param known which methods exist for this path
 * @param meant a similar path that does exist, if this one may be a misspelling
 */
export function noSuchCall(call: string, known: readonly string[], meant: string | undefined): Refusal {
  const reason = `the admin interface has no ${call}`
  const list = 'GET /_admin lists every call'
  if (known.length > 0) {
    const other = meant === undefined ? '' : `did you mean ${meant}? Otherwise `
    const hint = `${other}send it with ${known.join(' or ')}; ${list}`
    return new Refusal('method_not_allowed', reason, { hint, allow: known })
  }
  const hint = meant === undefined ? list : `did you mean ${meant}? ${list}`
  return new Refusal('not_found', reason, { hint })
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return new Refusal('invalid_request', 'this is nested too deeply')
  }
  return asRefusal(error)
}
