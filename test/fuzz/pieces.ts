import { dial, listenTo, type Talk, type TalkOptions } from '../web/wire.js'

/** The next turn of the event loop: what was written has gone out by then. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Writes bytes in pieces, a turn of the event loop between each and the next, and listens until the answers are in.
 *
 * @param cuts where to cut; taken modulo the length
 */
export async function sendInPieces(
  baseUrl: string,
  bytes: Buffer,
  cuts: readonly number[],
  options: TalkOptions = {},
): Promise<Talk> {
  const socket = await dial(baseUrl)
  socket.setNoDelay(true)
  const heard = listenTo(socket, options)
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  let from = 0
  for (const to of [...places, bytes.length]) {
    // It may have closed by now, for what came before.
    if (!socket.writable) break
    socket.write(bytes.subarray(from, to))
    from = to
    await turn()
  }
  if (options.halfClose === true && socket.writable) socket.end()
  try {
    return await heard
  } finally {
    socket.destroy()
  }
}
