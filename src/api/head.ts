import type { Reply } from './call.js'

/** The whole head of the answer, so that the journal shows what was sent. A fault's own headers go before the usual. */
export function withHead(reply: Reply, date: string): Reply {
  const { headers, body } = reply
  const usual =
    body === undefined
      ? ['Date', date]
      : ['Content-Type', 'application/json', 'Content-Length', `${Buffer.byteLength(body)}`, 'Date', date]
  const head = reply.isInjected === true ? withoutThose(usual, headers) : usual
  return {
    status: reply.status,
    headers: headers.length === 0 ? head : head.concat(headers),
    body,
    refusal: reply.refusal,
    isInjected: reply.isInjected,
    greased: reply.greased,
  }
}

/** The headers whose names do not stand among the others. */
function withoutThose(headers: readonly string[], others: readonly string[]): string[] {
  const given = new Set(others.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  return headers.filter((_, index) => !given.has((headers[index - (index % 2)] ?? '').toLowerCase()))
}
