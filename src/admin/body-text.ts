import { isUtf8 } from 'node:buffer'
import { Refusal } from '../core/refusal.js'
import { BODY_BYTES_MAX, type ReceivedBody } from '../web/body.js'
import type { AdminCall } from './call.js'

/** Enough for any command. A token with more claims than that would be too long for a header anyway. */
const SHORT_BODY_BYTES_MAX = 256 * 1024

export const bytesMaxOf = ({ body }: AdminCall): number =>
  body?.isShort === true ? SHORT_BODY_BYTES_MAX : BODY_BYTES_MAX

/** @throws Refusal `too_large` or `invalid_request` */
export function textOf(sent: string | ReceivedBody, bytesMax: number): string {
  const isTooLarge = typeof sent === 'string' ? Buffer.byteLength(sent) > bytesMax : sent.isTooLarge
  if (isTooLarge) throw tooLong(bytesMax)
  if (typeof sent === 'string') return sent
  if (!isUtf8(sent.bytes)) throw new Refusal('invalid_request', 'the body is not valid UTF-8')
  return sent.bytes.toString()
}

function tooLong(bytesMax: number): Refusal {
  const hint =
    bytesMax === SHORT_BODY_BYTES_MAX
      ? 'send only the members that GET /_admin/openapi.json lists for this call'
      : 'send it in parts with PATCH /_admin/state, which merges each into the current state, or start the emulator with --seed'
  return new Refusal('too_large', `the body is longer than ${bytesMax} bytes`, { hint })
}
