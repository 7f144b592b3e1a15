import { createHash } from 'node:crypto'
import type { FaultAction, Reply } from '../../api/message.js'
import type { RequestRecord } from '../../api/record.js'
import { blankSignatures } from '../../journal/mask.js'
import type { BundledAnswer } from './format.js'

/** An answer as its request was recorded. */
interface Recorded extends Pick<RequestRecord, 'id' | 'status' | 'replyHeaders'> {
  readonly faultAction: FaultAction | undefined
}

/** Characters of a body that a bundle shows. */
const BODY_SHOWN = 1000

/** @param body the whole body; undefined if there is none */
export function answerOf(
  { id, status, replyHeaders, faultAction }: Recorded,
  body: Reply['body'],
): BundledAnswer {
  const fault = faultAction && [faultAction.fault, faultAction.delayMs, faultAction.connection]
  const hash = createHash('sha256')
  // Blanked as the requests of the bundle are: what is stored of these comes back so.
  hash.update(blankSignatures(JSON.stringify([status, fault, replyHeaders])))
  hash.update(blankSignatures(body ?? ''))
  const digits = hash.digest('hex').slice(0, HASH_DIGITS)
  return { id, status, hash: digits, ...(body === undefined ? {} : { body: shown(body) }) }
}

const HASH_DIGITS = 32

/** A text that is cut in a signature would show the rest of it, so it is blanked before that. */
function shown(body: string): string {
  const text = blankSignatures(body)
  return text.length > BODY_SHOWN ? `${text.slice(0, BODY_SHOWN)}…` : text
}
