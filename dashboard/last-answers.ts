/** Answers that are kept. */
const ANSWERS_MAX = 100

/**
 * The answers that the page was given, by address. Callers who ask for the same at the same moment share one; the last
 * ones are shown again while the emulator is gone.
 */
export class LastAnswers {
  readonly #answers = new Map<string, unknown>()
  readonly #underWay = new Map<string, Promise<unknown>>()

  /**
   * Loads an answer, or gives the last one of this address if the emulator cannot be reached.
   *
   * @param isGone decides from an error whether no answer came
   * @throws what `load` throws otherwise
   */
  async at<T>(address: string, load: () => Promise<T>, isGone: (error: unknown) => boolean): Promise<T> {
    // An address is always asked for with the same type.
    const other = this.#underWay.get(address) as Promise<T> | undefined
    try {
      // If the other caller gave it up, it is asked for again.
      return await (other?.catch(() => this.#load(address, load)) ?? this.#load(address, load))
    } catch (error) {
      if (isGone(error) && this.#answers.has(address)) return this.#answers.get(address) as T
      throw error
    }
  }

  /** Shares no more what is under way: it may be older than a change. */
  shareNoMore(): void {
    this.#underWay.clear()
  }

  async #load<T>(address: string, load: () => Promise<T>): Promise<T> {
    const own = load()
    this.#underWay.set(address, own)
    try {
      const answer = await own
      this.#keep(address, answer)
      return answer
    } finally {
      if (this.#underWay.get(address) === own) this.#underWay.delete(address)
    }
  }

  #keep(address: string, answer: unknown): void {
    this.#answers.delete(address)
    this.#answers.set(address, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > ANSWERS_MAX && oldest !== undefined) this.#answers.delete(oldest)
  }
}
