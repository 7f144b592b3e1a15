/** Each takes a bit: there may be millions. */
const BITS = 16

/** The lists and objects that are open where JSON is read. */
export class OpenBrackets {
  /** Whether each is an object. */
  readonly #kinds: number[] = []
  #depth = 0

  get depth(): number {
    return this.#depth
  }

  /** Whether the innermost is an object. */
  get isObject(): boolean {
    const last = this.#depth - 1
    return (((this.#kinds[Math.floor(last / BITS)] ?? 0) >> (last % BITS)) & 1) === 1
  }

  add(isObject: boolean): void {
    const [index, bit] = [Math.floor(this.#depth / BITS), 1 << (this.#depth % BITS)]
    const others = (this.#kinds[index] ?? 0) & ~bit
    this.#kinds[index] = isObject ? others | bit : others
    this.#depth++
  }

  drop(): void {
    this.#depth--
  }
}
