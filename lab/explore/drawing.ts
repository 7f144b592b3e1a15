/** Generates seeded random numbers. Uses sfc32 by Chris Doty-Humphrey, seeded with a 128-bit hash. */
export class Draws {
  #a: number
  #b: number
  #c: number
  #counter: number

  constructor(seed: number) {
    const [a = 0, b = 0, c = 0, counter = 0] = hash128(
      [seed, 'orders'].map((part) => `${String(part).length}:${part}`).join(''),
    )
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    this.#counter = counter | 0
    // sfc32 needs a few rounds to mix its seed.
    for (let round = 0; round < 8; round++) this.fraction()
  }

  /** Returns a number in [0, 1) with 53 random bits. */
  fraction(): number {
    const high = this.#word() >>> 5
    const low = this.#word() >>> 6
    return (high * 0x4000000 + low) / 0x20000000000000
  }

  /** Returns an integer in [0, below). */
  integer(below: number): number {
    return Math.floor(this.fraction() * below)
  }

  #word(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0
    return result
  }
}

/** cyrb128, bryc's 128-bit string hash (public domain), over UTF-16 code units. */
function hash128(text: string): readonly number[] {
  const factors = [597399067, 2869860233, 951274213, 2716044179] as const
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    h1 = h2 ^ Math.imul(h1 ^ unit, factors[0])
    h2 = h3 ^ Math.imul(h2 ^ unit, factors[1])
    h3 = h4 ^ Math.imul(h3 ^ unit, factors[2])
    h4 = h1 ^ Math.imul(h4 ^ unit, factors[3])
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), factors[0])
  h2 = Math.imul(h4 ^ (h2 >>> 22), factors[1])
  h3 = Math.imul(h1 ^ (h3 >>> 17), factors[2])
  h4 = Math.imul(h2 ^ (h4 >>> 19), factors[3])
  h1 ^= h2 ^ h3 ^ h4
  return [h1, h2 ^ h1, h3 ^ h1, h4 ^ h1]
}
