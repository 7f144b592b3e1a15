import type { EmulatorClient, Profile, SeedObject } from 'tristore-emulator'
import type { Operations } from '../operations.js'
import { numberOf } from '../text.js'
import { SweepFailure } from './failure.js'
import { detailsOf, type Runner, type RunResult } from './one-run.js'
import type { RunRequest, Subjects } from './requests.js'
import { comparableJson, type FinalState } from './state/final-state.js'
import { noiseBetween } from './state/matching.js'
import type { Noise } from './state/noise.js'

/** The results of two undisturbed runs. */
export interface UndisturbedRun {
  readonly requests: readonly RunRequest[]
  /** Subjects of requests that both runs made. */
  readonly common: ReadonlySet<string>
  /** In ms, for the start and for each clock move. */
  readonly instants: readonly number[]
  readonly startState: SeedObject
  readonly profile: Profile
  readonly state: FinalState
  readonly noise: Noise
  /** The value that the run resolves with. Undefined if it varies. */
  readonly valueText: string | undefined
  /** Sorted. */
  readonly gaps: readonly string[]
  readonly allowed: ReadonlyMap<string, readonly unknown[] | string>
  readonly operations: Operations
  readonly subjects: Subjects
}

/** A clock move: the time it led to, and how many requests came before it. */
interface Move {
  readonly now: number
  readonly requestsBefore: number
}

/** @throws SweepFailure if the run fails or doesn't make a request */
export async function learn(runner: Runner): Promise<UndisturbedRun> {
  const first = await watched(runner)
  assertEnded(first.result)
  if (first.details.length === 0) {
    throw new SweepFailure(
      'nothing to sweep: the run made no requests to its world (a command uses KV_BASE_URL and DB_BASE_URL, code world.baseUrl or world.fetch)',
    )
  }
  const second = await runner.once({}, (result) => result)
  assertEnded(second)
  const { result, details, movesBefore, ...learnt } = first
  const common = runner.subjects.common(result.requests, second.requests)
  const { gaps } = await runner.untouched.contract()
  const values = [result, second].map(({ ended }) => ('value' in ended ? valueTextOf(ended.value) : ''))
  return {
    ...learnt,
    common,
    requests: runner.subjects.placed(details, movesBefore, common),
    state: result.state,
    valueText: values[0] === values[1] ? values[0] : undefined,
    noise: noiseBetween(result.state, second.state),
    allowed: new Map(gaps.map(({ option, allowed }) => [option, allowed])),
    operations: runner.operations,
    subjects: runner.subjects,
    startState: await runner.untouched.state.get(),
    profile: await runner.untouched.profile.get(),
  }
}

async function watched(runner: Runner) {
  const moves: Move[] = []
  const onMoved = async (world: EmulatorClient): Promise<void> => {
    const { now } = await world.clock.get()
    const [newest] = await world.requests({ limit: 1 })
    moves.push({ now, requestsBefore: newest === undefined ? 0 : numberOf(newest) })
  }
  return runner.once({ onMoved }, async (result, world) => {
    const details = await detailsOf(world, result.requests)
    const movesBefore = (index: number) =>
      moves.filter(({ requestsBefore }) => requestsBefore <= index).length - 1
    return {
      result,
      details,
      movesBefore,
      instants: moves.map(({ now }) => now),
      gaps: [...new Set(details.flatMap(({ explain }) => Object.keys(explain.gaps)))].sort(),
    }
  })
}

function assertEnded({ ended }: RunResult): void {
  if ('value' in ended) return
  const why = ended.error === undefined ? "didn't finish in time" : `failed: ${ended.error.message}`
  const hint = "its world's clock is frozen until the run moves it or lets it run"
  throw new SweepFailure(`nothing to sweep: the undisturbed run ${why}\n${hint}`, { cause: ended.error })
}

export function valueTextOf(value: unknown): string {
  try {
    return comparableJson(value)
  } catch {
    return "a value that isn't JSON"
  }
}
