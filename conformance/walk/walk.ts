/** A random walk through a service, compared with a model of the contract that knows nothing about the emulator. */

import { StatementFailure, StatementSkip } from '../check.js'
import { isNoWholeAnswer } from '../indeterminate.js'
import { probe } from '../probe.js'
import { Session } from '../session.js'
import type { Need, SubjectSource } from '../subject.js'
import { acceptedBy, type ObservedGaps, WalkContext } from './context.js'
import { randomIntegers } from './random.js'
import { shrink } from './shrink.js'
import { drawSteps, type WalkStep } from './steps.js'
import { Disturbed, take } from './take.js'

export interface WalkOptions {
  readonly calls: number
  /** The same seed gives the same walk on services that offer the same steps. */
  readonly seed: number
  /** Maximum number of replays when looking for the shortest failing walk. */
  readonly replays: number
}

export type WalkResult =
  | { readonly outcome: 'agrees'; readonly calls: number }
  | {
      readonly outcome: 'differs'
      readonly calls: number
      /** The shortest failing sequence that was found, one step per line. */
      readonly steps: readonly string[]
      readonly expected: string
      readonly got: string
    }
  | { readonly outcome: 'indeterminate' | 'skipped'; readonly calls: number; readonly why: string }

/** Everything that a walk uses if it's available. */
const NEEDS: readonly Need[] = ['kv', 'store', 'db', 'time', 'time.exact', 'limited']

/** The gaps that the model depends on, which are observed before the walk. */
const OPTIONS = ['kv.storageOf', 'kv.expiredStorage', 'kv.readTtl', 'kv.createdAtOnUpsert'] as const

/** Walks through a service. If it differs from the model, returns the shortest walk that shows it. */
export async function walk(
  source: SubjectSource,
  { calls, seed, replays }: WalkOptions,
): Promise<WalkResult> {
  try {
    const learned = await learn(source)
    const drawn = await onGround(source, learned, async ({ reach }) =>
      drawSteps(randomIntegers(seed), calls, reach),
    )
    if (drawn.length === 0)
      return {
        outcome: 'skipped',
        calls: 0,
        why: 'the credentials give access to nothing that could be walked through',
      }
    const first = await attempt(source, learned, drawn)
    if (first.outcome !== 'differs') return first
    const taken = drawn.slice(0, first.calls)
    let shortest = first
    await shrink(
      taken,
      async (candidate) => {
        const again = await attempt(source, learned, candidate)
        if (again.outcome === 'differs') shortest = again
        return again.outcome === 'differs'
      },
      replays,
    )
    return { ...shortest, calls: first.calls }
  } catch (error) {
    if (error instanceof Disturbed || isNoWholeAnswer(error)) {
      return { outcome: 'indeterminate', calls: 0, why: error.message }
    }
    if (error instanceof StatementSkip) return { outcome: 'skipped', calls: 0, why: error.message }
    if (error instanceof StatementFailure) {
      return { outcome: 'differs', calls: 0, steps: [], expected: error.expected, got: error.got }
    }
    throw error
  }
}

/** Observes the gaps that the model depends on. */
async function learn(source: SubjectSource): Promise<ObservedGaps> {
  const seen = new Map<string, unknown>()
  for await (const { gap, observation } of probe(source, () => {}, OPTIONS)) {
    if ('value' in observation) seen.set(gap.option, observation.value)
  }
  const [storageOf, expiredStorage, readTtl, createdAtOnUpsert] = OPTIONS.map((option) => seen.get(option))
  const session = new Session(await source.subjectFor(NEEDS))
  try {
    return {
      storageOf,
      expiredStorage,
      readTtl,
      createdAtOnUpsert,
      ...(await acceptedBy(session)),
    } as ObservedGaps
  } finally {
    await session.cleanUp()
  }
}

/** Runs these steps on the service in its initial state, and cleans up. */
function attempt(
  source: SubjectSource,
  learned: ObservedGaps,
  steps: readonly WalkStep[],
): Promise<WalkResult> {
  return onGround(source, learned, async (context) => {
    const lines: string[] = []
    for (const step of steps) {
      try {
        lines.push(await take(context, step))
      } catch (error) {
        const calls = lines.length + 1
        if (error instanceof StatementFailure) {
          const { expected, got } = error
          return { outcome: 'differs', calls, steps: [...lines, inWords(step)], expected, got }
        }
        if (error instanceof Disturbed || isNoWholeAnswer(error)) {
          return { outcome: 'indeterminate', calls, why: error.message }
        }
        throw error
      }
    }
    return { outcome: 'agrees', calls: lines.length }
  })
}

async function onGround<T>(
  source: SubjectSource,
  learned: ObservedGaps,
  work: (context: WalkContext) => Promise<T>,
): Promise<T> {
  const session = new Session(await source.subjectFor(NEEDS))
  try {
    return await work(await WalkContext.survey(session, learned))
  } finally {
    await session.cleanUp()
  }
}

function inWords(step: WalkStep): string {
  const where = 'in' in step ? ` in ${step.in} by ${step.by}` : ''
  return `${step.do}${where}`
}
