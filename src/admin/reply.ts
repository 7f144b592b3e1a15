import { asRefusal, Refusal } from '../core/refusal.js'
import { SeedProblems, withShortSource } from '../seed/text/problems.js'
import { textOf } from '../wording/refusals.js'
import type { AdminReply } from './call.js'
import { statusOf } from './statuses.js'

/** The same answer with its body as text: what no text can be made of is to fail where failures are answered. */
export function rendered(reply: AdminReply): AdminReply {
  if (reply.body === undefined || reply.type !== undefined) return reply
  return { status: reply.status, body: `${JSON.stringify(reply.body)}\n`, type: 'application/json' }
}

/** An error of the admin interface: {error, message, hint?}; wrong seeds have their problems beside it. Never throws. */
export function refused(error: unknown): AdminReply {
  try {
    return told(error)
  } catch {
    // What was sent is repeated in what is told of it, and so much text no engine can hold.
    return told(new Refusal('invalid_request', 'there is more wrong with this than an answer can hold'))
  }
}

function told(error: unknown): AdminReply {
  if (error instanceof SeedProblems) {
    const body = {
      error: 'invalid_seed',
      message: error.message,
      problems: error.problems.map(withShortSource),
    }
    return rendered({ status: statusOf('invalid_seed'), body })
  }
  const refusal = refusalOf(error)
  const { reason, hint } = textOf(refusal)
  const body = { error: refusal.code, message: reason, ...(hint === undefined ? {} : { hint }) }
  return rendered({ status: statusOf(refusal.code), body })
}

/**
 * Refuses a DELETE whose path ends with a slash: it has lost its last part on the way. What was sent to …/entries/..
 * arrives as the namespace itself.
 *
 * @throws Refusal not_found
 */
export function holdWholePath(method: string, path: string): void {
  if (method !== 'DELETE' || !path.endsWith('/')) return
  throw new Refusal('not_found', `DELETE ${path} names nothing: the last part of its path is empty`, {
    hint: 'what is called . or .. cannot be named in an address: PUT /_admin/state replaces it',
  })
}

/**
 * Why a call is refused that the admin interface does not have.
 *
 * @param path with /_admin
 * @param known the methods that it has there
 */
export function noSuchCall(method: string, path: string, known: readonly string[]): Refusal {
  const list = 'GET /_admin lists every call'
  const hint = known.length === 0 ? list : `${known.join(' and ')} would be known here; ${list}`
  return new Refusal('not_found', `the admin interface has no ${method} ${path}`, { hint })
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof RangeError && error.message.includes('call stack')) {
    return new Refusal('invalid_request', 'this is nested too deeply')
  }
  return asRefusal(error)
}
