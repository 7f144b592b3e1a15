/** Pieces are put together in so large groups: whoever sends them may send a byte at a time. */
const PIECES_MAX = 1000

/**
 * The text of a stream of bytes in UTF-8; undefined where it is longer than so many bytes, of which no more are read.
 *
 * @param body null: an empty one
 * @throws the error of the stream
 */
export async function streamText(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<string | undefined> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const groups: string[] = []
  let group: string[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.byteLength
    // To leave the loop ends the stream.
    if (length > bytesMax) return undefined
    group.push(decoder.decode(piece, { stream: true }))
    if (group.length < PIECES_MAX) continue
    groups.push(group.join(''))
    group = []
  }
  return [...groups, ...group, decoder.decode()].join('')
}
