/** The number of mutants that a test may fail with before it is run unchanged again. */
const SUSPECTS_MAX = 20

/** The largest number of runs of a test for one mutant: unchanged, with the mutant, and both again if it was late. */
export const TURNS_MAX = 4

/** The outcome of a try. A late one may have been slowed by other work of the machine. */
export type Outcome = 'passed' | 'failed' | 'late'

/**
 * The order in which one test is tried: unchanged first, then with each mutant, and unchanged again before a failure
 * counts. A mutant may leave a state in which the test always fails. Then it is unknown which mutant caused it.
 */
export class TryOut {
  readonly #left: string[]
  /** Mutants whose try was late: they get another one. */
  readonly #late = new Set<string>()
  readonly #suspectsMax: number
  /** The current mutant; undefined if the unchanged test is run. */
  #tried: string | undefined
  #isUnderWay = false
  #isLookDue = true
  #triesSinceLook = 0
  #suspects: string[] = []
  /** Mutants that the test failed with after it was broken, so that the failures do not count. */
  doubted: readonly string[] = []
  isOver = false

  /** @param isWary whether the unchanged test is run after each failure */
  constructor(mutants: readonly string[], isWary: boolean) {
    this.#left = [...mutants]
    this.#suspectsMax = isWary ? 1 : SUSPECTS_MAX
  }

  /** The mutants that were not tried, once it is over. */
  get left(): readonly string[] {
    return this.#left
  }

  /** Returns the next mutant to try; undefined for the unchanged test, and once it is over. */
  next(isAlive: (mutant: string) => boolean): string | undefined {
    if (this.isOver) return undefined
    this.#isUnderWay = true
    this.#tried = undefined
    if (!this.#isLookDue) {
      do this.#tried = this.#left.shift()
      while (this.#tried !== undefined && !isAlive(this.#tried))
      if (this.#tried === undefined && this.#suspects.length === 0) this.#end()
    }
    return this.#tried
  }

  /** Returns true if a try began without an outcome, which means that a hook before the test failed. */
  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Takes an outcome, and returns the mutants that it shows to be killed. */
  note(outcome: Outcome): readonly string[] {
    this.#isUnderWay = false
    if (this.#tried === undefined) return this.#look(outcome === 'passed')
    this.#triesSinceLook += 1
    if (outcome === 'late' && !this.#late.has(this.#tried)) {
      this.#late.add(this.#tried)
      this.#left.unshift(this.#tried)
      this.#isLookDue = true
      return []
    }
    if (outcome !== 'passed') this.#suspects.push(this.#tried)
    this.#isLookDue = this.#suspects.length >= this.#suspectsMax
    return []
  }

  #look(isPassed: boolean): readonly string[] {
    const suspects = this.#suspects
    const isOnlyOne = suspects.length === 1 && this.#triesSinceLook === 1
    this.#suspects = []
    this.#triesSinceLook = 0
    this.#isLookDue = false
    if (isPassed) return suspects
    this.#end()
    // The unchanged test passed right before this try, so the mutant itself caused the failure.
    if (isOnlyOne) return suspects
    this.doubted = suspects
    return []
  }

  #end(): void {
    this.isOver = true
    this.#isUnderWay = false
  }
}
