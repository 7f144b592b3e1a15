/** Answers that are kept. */
const ANSWERS_MAX = 100

/** The last answers that the page was given, by address: they are shown again while the emulator is gone. */
export class LastAnswers {
  readonly #answers = new Map<string, unknown>()

  /**
   * Loads an answer, or gives the last one of this address if the emulator cannot be reached.
   *
   * @param isGone decides from an error whether no answer came
   * @throws what `load` throws otherwise
   */
  async at<T>(address: string, load: () => Promise<T>, isGone: (error: unknown) => boolean): Promise<T> {
    try {
      const answer = await load()
      this.#keep(address, answer)
      return answer
    } catch (error) {
      // An address is always asked for with the same type.
      if (isGone(error) && this.#answers.has(address)) return this.#answers.get(address) as T
      throw error
    }
  }

  #keep(address: string, answer: unknown): void {
    this.#answers.delete(address)
    this.#answers.set(address, answer)
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > ANSWERS_MAX && oldest !== undefined) this.#answers.delete(oldest)
  }
}
