import { dial, listenTo, type Talk, type TalkOptions } from './wire.js'

/** Written data has been sent by the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Sends bytes in pieces, with a turn of the event loop between them, and reads until all answers have arrived.
 *
 * @param cuts where to cut, modulo the length
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
    // The server may have closed the connection because of an earlier piece.
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
