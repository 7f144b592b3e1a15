/** After failing with this many mutants, a test is run unchanged again. */
const SUSPECTS_MAX = 20

/** The maximum number of runs of a test for one mutant: unchanged, with the mutant, and both again if it was late. */
export const TURNS_MAX = 4

/** A late try may have been slowed down by other work on the machine. */
export type Outcome = 'passed' | 'failed' | 'late'

/**
 * The order in which one test is tried: unchanged first, then with each mutant, and unchanged again before a failure
 * counts. A mutant may leave the test in a state in which it always fails, and then nobody knows which mutant did it.
 */
export class TryOut {
  readonly #left: string[]
  /** Mutants whose try was late. They get another one. */
  readonly #late = new Set<string>()
  readonly #suspectsMax: number
  /** The current mutant, or undefined while the unchanged test runs. */
  #tried: string | undefined
  #isUnderWay = false
  #isLookDue = true
  #triesSinceLook = 0
  #suspects: string[] = []
  /** Mutants that the test failed with after it was broken, so that their failures don't count. */
  doubted: readonly string[] = []
  isOver = false

  /** @param isWary runs the unchanged test after each failure */
  constructor(mutants: readonly string[], isWary: boolean) {
    this.#left = [...mutants]
    this.#suspectsMax = isWary ? 1 : SUSPECTS_MAX
  }

  /** Once it's over, the mutants that weren't tried. */
  get left(): readonly string[] {
    return this.#left
  }

  /** The next mutant to try. Undefined for the unchanged test, and once it is over. */
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

  /** True if a try began but has no outcome, which means that a hook failed before the test. */
  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Takes an outcome, and returns the mutants that it kills. */
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
