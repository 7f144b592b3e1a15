/** What the engine finds of so few characters takes about as long in the worst of texts. */
const SHORT_MAX = 24

/**
 * Finds a text in others, in capitals or not. However often a text repeats the beginning of what is sought, it is gone
 * through once (after Knuth, Morris and Pratt); the engine's own search would go back each time.
 */
export class TextSearch {
  readonly #sought: string
  /** By how many characters of the sought text are found: how many of them are when the next is another one. */
  readonly #fallbacks: Uint32Array | undefined

  constructor(readonly text: string) {
    this.#sought = text.toLowerCase()
    this.#fallbacks = this.#sought.length > SHORT_MAX ? fallbacksOf(this.#sought) : undefined
  }

  isIn(text: string): boolean {
    const lower = text.toLowerCase()
    return this.#fallbacks === undefined
      ? lower.includes(this.#sought)
      : occurs(this.#sought, this.#fallbacks, lower)
  }
}

function occurs(sought: string, fallbacks: Uint32Array, text: string): boolean {
  let found = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (found > 0 && sought.charCodeAt(found) !== code) found = fallbacks[found] ?? 0
    if (sought.charCodeAt(found) === code) found++
    if (found === sought.length) return true
  }
  return false
}

function fallbacksOf(sought: string): Uint32Array {
  const fallbacks = new Uint32Array(sought.length + 1)
  let same = 0
  for (let at = 1; at < sought.length; at++) {
    while (same > 0 && sought.charCodeAt(at) !== sought.charCodeAt(same)) same = fallbacks[same] ?? 0
    if (sought.charCodeAt(at) === sought.charCodeAt(same)) same++
    fallbacks[at + 1] = same
  }
  return fallbacks
}
