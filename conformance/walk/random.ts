/** Draws the next whole number in [0, below). */
export type RandomIntegers = (below: number) => number

/** The stream of a seed: the same numbers on every platform. It is sfc32 by Chris Doty-Humphrey. */
export function randomIntegers(seed: number): RandomIntegers {
  let [a = 0, b = 0, c = 0, counter = 0] = hash128(`${String(seed).length}:${seed}4:walk`)
  const word = (): number => {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result
  }
  const draw: RandomIntegers = (below) => {
    const high = word() >>> 5
    const low = word() >>> 6
    return Math.floor(((high * 0x4000000 + low) / 0x20000000000000) * below)
  }
  // The seed is mixed over the first rounds.
  for (let round = 0; round < 8; round++) draw(1)
  return draw
}

/** Hashes a text to four words: cyrb128 by bryc (public domain). */
function hash128(text: string): readonly number[] {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    h1 = h2 ^ Math.imul(h1 ^ unit, 597399067)
    h2 = h3 ^ Math.imul(h2 ^ unit, 2869860233)
    h3 = h4 ^ Math.imul(h3 ^ unit, 951274213)
    h4 = h1 ^ Math.imul(h4 ^ unit, 2716044179)
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067)
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233)
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213)
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179)
  h1 ^= h2 ^ h3 ^ h4
  return [h1, h2 ^ h1, h3 ^ h1, h4 ^ h1]
}
