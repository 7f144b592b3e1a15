import type { Reply } from './call.js'

/**
 * The whole head of an answer: name, value, name, value, … A fault's own headers go before the usual.
 *
 * @param bytes of its body; undefined where it has none
 * @param date the Date header
 */
export function headOf(
  { headers, isInjected }: Pick<Reply, 'headers' | 'isInjected'>,
  bytes: number | undefined,
  date: string,
): readonly string[] {
  const usual =
    bytes === undefined
      ? ['Date', date]
      : ['Content-Type', 'application/json', 'Content-Length', `${bytes}`, 'Date', date]
  if (headers.length === 0) return usual
  const head = isInjected === true ? withoutThose(usual, headers) : usual
  return head.concat(headers)
}

/** The headers whose names do not stand among the others. */
function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
