import { customRandom } from 'nanoid'
import type { RandomStream } from './random.js'

const LOWER_CASE_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz'
const SECRET_ALPHABET = `${LOWER_CASE_ALPHABET}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** Gives 142 random bits, like a real service's API keys. */
const SECRET_LENGTH = 24

/** For ids such as `ns_shop_k3v9x2`. */
export function suffix(stream: RandomStream, length: number): string {
  return draw(LOWER_CASE_ALPHABET, length, stream)
}

/** For API keys. */
export function secret(stream: RandomStream): string {
  return draw(SECRET_ALPHABET, SECRET_LENGTH, stream)
}

function draw(alphabet: string, length: number, stream: RandomStream): string {
  return customRandom(alphabet, length, (count) =>
    Uint8Array.from({ length: count }, () => stream.integer(256)),
  )()
}
