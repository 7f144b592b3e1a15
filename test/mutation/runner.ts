import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { VitestTestRunner } from 'vitest/runners'
import {
  COVERED,
  type Covered,
  FINDINGS,
  type Finding,
  FOLDER_VARIABLE,
  HEARD,
  PLAN,
  type Plan,
  TRIED,
  type TriedLast,
} from './notes.js'
import { type Outcome, TryOut, TURNS_MAX } from './try-out.js'

type Test = Parameters<VitestTestRunner['onAfterTryTask']>[0]

/** The switch that Stryker's instrumented sources read. */
interface Switch {
  activeMutant: string | undefined
  hitCount: number
  hitLimit: number
  currentTestId: string | undefined
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

const theSwitch: Switch = {
  activeMutant: undefined,
  hitCount: 0,
  hitLimit: 0,
  currentTestId: undefined,
  mutantCoverage: { static: {}, perTest: {} },
}
Object.assign(globalThis, { __stryker__: theSwitch })

/** A mutant hit this many times more often than in the unchanged test has made a loop endless. */
const HITS_FACTOR = 100
/** In ms. No passing test takes nearly as long. */
const COVER_MS_MAX = 30_000
const tryMsMax = (unchangedMs: number): number => 1500 + 20 * unchangedMs

const folder = process.env[FOLDER_VARIABLE] ?? ''
const root = join(import.meta.dirname, '../..')

/** The process's real timers, because tests fake theirs. */
const { setTimeout, clearTimeout } = globalThis
const now = performance.now.bind(performance)

/** Runs every test once unchanged, and again with each mutant whose code it runs. */
export default class MutationRunner extends VitestTestRunner {
  readonly #plan: Plan = JSON.parse(readFileSync(join(folder, PLAN), 'utf8'))
  readonly #killed = new Set(this.#plan.killed)
  readonly #done = new Set(this.#plan.done)
  #tryOut: TryOut | undefined
  /** The duration of the unchanged test, in ms. */
  #unchangedMs: number | undefined

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test)
    const id = test.id
    const mutants = Object.keys(this.#plan.tries[id] ?? {}).filter((mutant) => !this.#killed.has(mutant))
    const isLeftOut = this.#done.has(id) || (!this.#plan.isCover && mutants.length === 0)
    if (isLeftOut) {
      test.mode = 'skip'
      writeFileSync(join(folder, HEARD), id)
    }
    this.#unchangedMs = undefined
    this.#tryOut = new TryOut(mutants, this.#plan.isWary)
    test.repeats = isLeftOut ? 0 : TURNS_MAX * mutants.length
  }

  override onBeforeTryTask(test: Test): void {
    super.onBeforeTryTask(test)
    // A hook failed before the test ran.
    if (this.#tryOut?.isUnderWay) this.#note(test, this.#tryOut, 'failed')
    const mutant = this.#tryOut?.next((one) => !this.#killed.has(one))
    const hits = mutant === undefined ? 0 : (this.#plan.tries[test.id]?.[mutant] ?? 0)
    theSwitch.currentTestId = test.id
    theSwitch.activeMutant = mutant
    theSwitch.hitCount = 0
    theSwitch.hitLimit = HITS_FACTOR * (hits + 1)
    if (mutant === undefined) return
    const tried: TriedLast = { mutant, test: test.id }
    writeFileSync(join(folder, TRIED), JSON.stringify(tried))
  }

  async runTask(test: Test): Promise<void> {
    const tryOut = this.#tryOut
    if (tryOut === undefined || tryOut.isOver) return
    const began = now()
    const outcome = await outcomeOf(
      test,
      this.#unchangedMs === undefined ? COVER_MS_MAX : tryMsMax(this.#unchangedMs),
    )
    theSwitch.activeMutant = undefined
    const ms = now() - began
    this.#unchangedMs ??= ms
    if (this.#plan.isCover) this.#cover(test, ms, outcome === 'passed')
    else this.#note(test, tryOut, outcome)
  }

  #note(test: Test, tryOut: TryOut, outcome: Outcome): void {
    for (const killed of tryOut.note(outcome)) {
      this.#killed.add(killed)
      tell({ killed, by: nameOf(test) })
    }
  }

  override onAfterTryTask(): void {
    // The number of assertions doesn't matter here: either the test failed, or its mutant survived.
    theSwitch.activeMutant = undefined
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test)
    theSwitch.currentTestId = undefined
    const tryOut = this.#tryOut
    if (tryOut !== undefined && test.mode !== 'skip')
      tell({ done: test.id, left: [...tryOut.doubted, ...tryOut.left] })
  }

  override async onAfterRunSuite(suite: Parameters<VitestTestRunner['onAfterRunSuite']>[0]): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (!this.#plan.isCover || suite.suite !== undefined) return
    // The load-time code of modules, and hooks for all tests of a file.
    const hits = theSwitch.mutantCoverage.static
    theSwitch.mutantCoverage.static = {}
    note({ test: '', name: '', file: fileOf(suite.file), ms: 0, isSound: true, hits })
  }

  #cover(test: Test, ms: number, isSound: boolean): void {
    const hits = theSwitch.mutantCoverage.perTest[test.id] ?? {}
    theSwitch.mutantCoverage.perTest = {}
    note({ test: test.id, name: nameOf(test), file: fileOf(test.file), ms, isSound, hits })
  }
}

/** Runs a test. 'late' means that it didn't end in time. */
async function outcomeOf(test: Test, msMax: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), msMax)
  })
  const outcome = Promise.resolve(VitestTestRunner.getTestFn(test)()).then(
    (): Outcome => 'passed',
    (): Outcome => 'failed',
  )
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}

const append = (name: string, line: object): void =>
  appendFileSync(join(folder, name), `${JSON.stringify(line)}\n`)

const note = (covered: Covered): void => append(COVERED, covered)

const tell = (finding: Finding): void => append(FINDINGS, finding)

const fileOf = ({ filepath }: { readonly filepath: string }): string => relative(root, filepath)

const nameOf = (test: Test): string => `${fileOf(test.file)} > ${test.fullTestName}`
