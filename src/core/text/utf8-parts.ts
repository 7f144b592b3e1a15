import { isUtf8 } from 'node:buffer'

/** Bytes that are decoded in one go. */
const PART_BYTES = 64 * 1024
/** The bytes of a character behind its first. */
const FURTHER_BYTES_MAX = 3

/** Bytes as text in parts, of which none ends within a character; undefined in the place of one that is no UTF-8. */
export function* utf8Parts(bytes: Uint8Array): Generator<string | undefined, undefined> {
  for (let start = 0; start < bytes.length; ) {
    const end = endOfPart(bytes, start + PART_BYTES)
    const part = bytes.subarray(start, end)
    yield isUtf8(part) ? Buffer.from(part.buffer, part.byteOffset, part.length).toString() : undefined
    start = end
  }
}

/** The place, or one a little behind it, at which a character begins. */
function endOfPart(bytes: Uint8Array, place: number): number {
  let end = place
  while (end < place + FURTHER_BYTES_MAX && isFurther(bytes[end])) end++
  return Math.min(end, bytes.length)
}

const isFurther = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
