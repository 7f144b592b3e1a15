import { expect, test } from 'vitest'
import { readEvents, type ServerEvent } from '../../dashboard/stream.js'

const TEXT =
  'retry: 1000\n\nevent: clock\ndata: {"now":1}\n\n: a comment\n\nevent: request\r\ndata: {"path":"/ä€😀"}\r\n\r\ndata: one\ndata:two\n\nevent: reset\ndata: cut'

const EVENTS: readonly ServerEvent[] = [
  { name: 'clock', data: '{"now":1}' },
  { name: 'request', data: '{"path":"/ä€😀"}' },
  { name: 'message', data: 'one\ntwo' },
]

/** Reads the events of a text that arrives in pieces of `size` bytes. */
async function readInPieces(size: number): Promise<ServerEvent[]> {
  const bytes = new TextEncoder().encode(TEXT)
  const events: ServerEvent[] = []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  await readEvents(body, (some) => events.push(...some))
  return events
}

test.each([1, 2, 3, 7, 1000])(
  'events are complete in pieces of %d bytes, and one that is cut off is ignored',
  async (size) => {
    expect(await readInPieces(size)).toEqual(EVENTS)
  },
)
