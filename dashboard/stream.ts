/** Data waits no longer for the stream of events, in ms: a proxy may hold it back. */
export const EVENTS_WAIT_MS = 3000

/** One event of a stream of Server-Sent Events. */
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/**
 * Reads a stream of Server-Sent Events. It comes by fetch, since an EventSource cannot send a token.
 *
 * @param take is given the events of each piece as it comes in, also of one that ends none: the sender is there
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  take: (events: readonly ServerEvent[]) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    take(blocks.map(parseEvent).filter((event) => event !== undefined))
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  let name = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, text = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') name = text
    if (field === 'data') data.push(text)
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') }
}
