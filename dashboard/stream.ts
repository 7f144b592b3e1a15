/** How long loading waits for the event stream, in ms. A proxy may be buffering it. */
export const EVENTS_WAIT_MS = 3000

export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/**
 * Uses fetch, because `EventSource` can't send a token.
 *
 * @param take gets the events of each chunk. An empty list means that the sender is still alive.
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
