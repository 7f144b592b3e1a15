import type { Gaps } from '../domain/profile/gaps.js'
import type { Reply } from './message.js'

const JSON_TYPE = 'application/json'
const JSON_UTF8_TYPE = 'application/json; charset=utf-8'

/** The facts of a request that decide the usual headers of its answer. */
interface AnsweredAt {
  /** The virtual time of the answer, in ms. */
  readonly at: number
  /** The bytes of its body, undefined if it has none. */
  readonly replyBytes: number | undefined
  /** Its profile decides whether the Content-Type names the charset. */
  readonly gaps: Gaps
}

/** The whole head of an answer: name, value, name, value, … A fault's own headers replace the usual ones. */
export function headOf(
  { headers, isInjected }: Pick<Reply, 'headers' | 'isInjected'>,
  { at, replyBytes, gaps }: AnsweredAt,
): readonly string[] {
  const date = ['Date', new Date(at).toUTCString()]
  const type = gaps.profile.http.charset ? JSON_UTF8_TYPE : JSON_TYPE
  const usual =
    replyBytes === undefined ? date : ['Content-Type', type, 'Content-Length', `${replyBytes}`, ...date]
  if (headers.length === 0) return usual
  const head = isInjected === true ? withoutThose(usual, headers) : usual
  return head.concat(headers)
}

/** The headers whose names are not among the others. */
function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
