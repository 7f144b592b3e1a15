import type { Profile } from '../domain/profile/profile.js'
import type { Reply } from './message.js'

const JSON_TYPE = 'application/json'
const JSON_UTF8_TYPE = 'application/json; charset=utf-8'

/**
 * The whole head of an answer: name, value, name, value, … A fault's own headers go before the usual.
 *
 * @param http of the profile, whose charset the Content-Type may name
 * @param bytes of its body; undefined where it has none
 * @param date the Date header
 */
export function headOf(
  { headers, isInjected }: Pick<Reply, 'headers' | 'isInjected'>,
  { charset }: Pick<Profile['http'], 'charset'>,
  bytes: number | undefined,
  date: string,
): readonly string[] {
  const type = charset ? JSON_UTF8_TYPE : JSON_TYPE
  const usual =
    bytes === undefined ? ['Date', date] : ['Content-Type', type, 'Content-Length', `${bytes}`, 'Date', date]
  if (headers.length === 0) return usual
  const head = isInjected === true ? withoutThose(usual, headers) : usual
  return head.concat(headers)
}

/** The headers whose names are not among the others. */
function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
