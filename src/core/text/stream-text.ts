/**
 * Reads a stream of bytes in UTF-8 as text; undefined if it is longer than `bytesMax`, of which no more are read.
 *
 * @param body null: an empty one
 * @throws the error of the stream
 */
export async function streamText(
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder()
  const texts: string[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.byteLength
    // To leave the loop ends the stream.
    if (length > bytesMax) return undefined
    texts.push(decoder.decode(piece, { stream: true }))
  }
  return [...texts, decoder.decode()].join('')
}
