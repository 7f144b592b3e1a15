/** How many a test may fail with before it is looked at unchanged again. */
const SUSPECTS_MAX = 20

/** Of how many looks and tries a test may be in need for each mutant: a look, a try, and both again where it is late. */
export const TURNS_MAX = 4

/** What came of a try. One that the clock ended may have been held up by other work of the machine. */
export type Outcome = 'passed' | 'failed' | 'late'

/**
 * The order in which one test is tried: unchanged first, then with each mutant, and unchanged again before anything is
 * believed. A mutant may leave behind what makes the test fail ever after; then it is not known which of them it was.
 */
export class TryOut {
  readonly #left: string[]
  /** The clock ended their try: they get another. */
  readonly #late = new Set<string>()
  readonly #suspectsMax: number
  /** Undefined: the unchanged test is tried. */
  #tried: string | undefined
  #isUnderWay = false
  #isLookDue = true
  #triesSinceLook = 0
  #suspects: string[] = []
  /** Failed with, which means nothing. */
  doubted: readonly string[] = []
  isOver = false

  /** @param isWary whether the unchanged test is looked at after each failure */
  constructor(mutants: readonly string[], isWary: boolean) {
    this.#left = [...mutants]
    this.#suspectsMax = isWary ? 1 : SUSPECTS_MAX
  }

  /** Mutants that were not tried, once it is over. */
  get left(): readonly string[] {
    return this.#left
  }

  /** What is tried next; undefined for the unchanged test, and once it is over. */
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

  /** Whether a try began whose outcome was not noted: a hook ahead of the test failed. */
  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Takes an outcome, and gives the mutants that are known to be killed by now. */
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
    // It came right after a look at the unchanged test: what it failed with is its own doing.
    if (isOnlyOne) return suspects
    this.doubted = suspects
    return []
  }

  #end(): void {
    this.isOver = true
    this.#isUnderWay = false
  }
}
