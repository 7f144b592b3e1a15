import { customRandom } from 'nanoid'
import type { RandomStream } from './random.js'

const LOWER_CASE_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
const SECRET_ALPHABET = `${LOWER_CASE_ALPHABET}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** 142 random bits, the size of a real service's API key. */
const SECRET_LENGTH = 24

/** Draws the random end of an id such as ns_shop_k3v9x2: lower-case letters and digits. */
export function suffix(stream: RandomStream, length: number): string {
  return draw(LOWER_CASE_ALPHABET, length, stream)
}

/** Draws the random part of an API key: 24 letters and digits. */
export function secret(stream: RandomStream): string {
  return draw(SECRET_ALPHABET, SECRET_LENGTH, stream)
}

function draw(alphabet: string, length: number, stream: RandomStream): string {
  return customRandom(alphabet, length, (count) =>
    Uint8Array.from({ length: count }, () => stream.integer(256)),
  )()
}
