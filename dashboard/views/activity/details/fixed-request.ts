import type { Fix } from '../../../../src/domain/refusals/fixes.js'
import type { ToSend } from '../../../lib/curl.js'

const CREDENTIAL_HEADER = /^(?:x-kv-key|x-api-key|authorization)$/i

/** Replaces a header; "{token}" stands for that member of `answer`. */
export function withHeader(
  sent: ToSend,
  [name, value]: NonNullable<Fix['header']>,
  answer: Readonly<Record<string, unknown>>,
): ToSend {
  const isReplaced = (one: string) =>
    one.toLowerCase() === name.toLowerCase() || (CREDENTIAL_HEADER.test(name) && CREDENTIAL_HEADER.test(one))
  const filled = value.replace(/\{(\w+)\}/g, (_, member: string) => String(answer[member]))
  return { ...sent, headers: [...sent.headers.filter(([one]) => !isReplaced(one)), [name, filled]] }
}
