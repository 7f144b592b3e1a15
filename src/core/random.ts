/** Pseudo-random numbers that only depend on the seed and are the same on all platforms. */
export interface RandomStream {
  /** Returns a number in [0, 1) with 53 bits of randomness. */
  next(): number
  /** Returns a whole number in [0, maxExclusive). @throws RangeError unless maxExclusive is a safe integer above 0 */
  integer(maxExclusive: number): number
}

/** Each stream's state by name, as four unsigned 32-bit words. */
export type RandomStates = Readonly<Record<string, readonly number[]>>

/** Chris Doty-Humphrey's sfc32 ("small fast counting") generator, which has 128 bits of state and passes PractRand. */
class Sfc32 implements RandomStream {
  #a: number
  #b: number
  #c: number
  #counter: number

  constructor(words: readonly number[]) {
    const [a, b, c, counter] = words
    if (
      a === undefined ||
      b === undefined ||
      c === undefined ||
      counter === undefined ||
      words.length !== 4
    ) {
      throw new RangeError(`the state of a random stream is four 32-bit words, not ${words.length}`)
    }
    this.#a = a | 0
    this.#b = b | 0
    this.#c = c | 0
    this.#counter = counter | 0
  }

  next(): number {
    const high = this.#word() >>> 5
    const low = this.#word() >>> 6
    return (high * 0x4000000 + low) / 0x20000000000000
  }

  integer(maxExclusive: number): number {
    if (!Number.isSafeInteger(maxExclusive) || maxExclusive < 1) {
      throw new RangeError(`random integers need a whole number above 0 as their bound, not ${maxExclusive}`)
    }
    return Math.floor(this.next() * maxExclusive)
  }

  save(): readonly number[] {
    return [this.#a >>> 0, this.#b >>> 0, this.#c >>> 0, this.#counter >>> 0]
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

/** bryc's cyrb128 (public domain), a 128-bit string hash, applied to UTF-16 code units. */
export function hash128(text: string): readonly number[] {
  let h1 = 1779033703
  let h2 = 3144134277
  let h3 = 1013904242
  let h4 = 2773480762
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

function streamOf(seed: number, parts: readonly (string | number)[]): Sfc32 {
  // Include the lengths, so that ('ab', 'c') differs from ('a', 'bc').
  const name = [seed, ...parts].map((part) => `${String(part).length}:${part}`).join('')
  const stream = new Sfc32(hash128(name))
  // It takes sfc32 a few rounds to mix its seed.
  for (let round = 0; round < 8; round++) stream.next()
  return stream
}

/**
 * Returns a separate stream, e.g. for one record of a seed. It only depends on the seed and the parts, where a number
 * and its decimal text are the same part.
 */
export function streamFor(seed: number, ...parts: (string | number)[]): RandomStream {
  return streamOf(seed, parts)
}

/**
 * The only source of randomness in a world. Its named streams are independent: drawing from one doesn't affect the
 * others.
 */
export class RandomSource {
  readonly seed: number
  readonly #streams: Map<string, Sfc32>

  /**
   * @param states returned by `save`, to continue from there with the same seed
   * @throws RangeError if `save` can't have returned these states
   */
  constructor(seed: number, states: RandomStates = {}) {
    this.seed = seed
    this.#streams = new Map(Object.entries(states).map(([name, words]) => [name, new Sfc32(words)]))
  }

  /** Creates the stream if necessary. */
  stream(name: string): RandomStream {
    let stream = this.#streams.get(name)
    if (stream === undefined) {
      stream = streamOf(this.seed, [name])
      this.#streams.set(name, stream)
    }
    return stream
  }

  /** Returns a function that resets the stream to its current position. */
  mark(name: string): () => void {
    const words = this.#streams.get(name)?.save()
    return () => {
      if (words === undefined) this.#streams.delete(name)
      else this.#streams.set(name, new Sfc32(words))
    }
  }

  save(): RandomStates {
    return Object.fromEntries([...this.#streams].map(([name, stream]) => [name, stream.save()]))
  }
}
