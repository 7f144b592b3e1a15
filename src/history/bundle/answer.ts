import type { RequestRecord } from '../../domain/requests/record.js'
import type { FaultAction, Reply } from '../../domain/requests/reply.js'
import { blankSignatures } from '../../inspect/mask.js'
import type { BundledAnswer } from './read.js'

interface Recorded extends Pick<RequestRecord, 'id' | 'status' | 'replyHeaders'> {
  readonly faultAction: FaultAction | undefined
}

/** In characters. */
const BODY_SHOWN = 1000

/** @param body the complete body, if there is one */
export function answerOf(
  { id, status, replyHeaders, faultAction }: Recorded,
  body: Reply['body'],
): BundledAnswer {
  const fault = faultAction && [faultAction.fault, faultAction.delayMs, faultAction.connection]
  // The signatures in the bundle's requests are blanked too, so a replay returns blanked ones as well.
  const shown = body && blankSignatures(body)
  // Loaded here, since only bundles need hashes, and otherwise the first admin call would always have to wait for it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256')
    .update(blankSignatures(JSON.stringify([status, fault, replyHeaders])))
    .update(shown ?? '')
    .digest('hex')
    .slice(0, HASH_DIGITS)
  return { id, status, hash, ...(shown === undefined ? {} : { body: beginningOf(shown) }) }
}

const HASH_DIGITS = 32

const beginningOf = (body: string): string =>
  body.length > BODY_SHOWN ? `${body.slice(0, BODY_SHOWN)}…` : body
