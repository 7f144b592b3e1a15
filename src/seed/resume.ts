import * as v from 'valibot'
import { RandomSource, type RandomStates } from '../core/random.js'
import type { RateWindow } from '../domain/rate-limit.js'
import { problemAt } from './places.js'
import type { Path } from './problems.js'
import { SeedProblems } from './problems.js'
import type { SeedDocument } from './schema.js'

/** Where an exported state goes on from (DESIGN section 4, Export). */
export interface ResumePoint {
  /** The last ids that were generated, as digits. */
  readonly documents: string
  readonly projects: string
  readonly faults: number
  readonly random: RandomStates
  readonly rateWindows: readonly (readonly [string, RateWindow])[]
}

const digits = v.pipe(v.string('must be digits in quotes'), v.regex(/^\d{1,16}$/, 'must be digits in quotes'))
const count = v.pipe(
  v.number('must be a number'),
  v.safeInteger('must be an integer'),
  v.minValue(0, 'must be 0 or more'),
)
const word = v.pipe(v.number('must be a number'), v.safeInteger('must be an integer'))

const schema = v.strictObject({
  ids: v.optional(
    v.strictObject({
      documents: v.optional(digits, '0'),
      projects: v.optional(digits, '0'),
      faults: v.optional(digits, '0'),
    }),
    {},
  ),
  random: v.optional(
    v.record(
      v.string(),
      v.pipe(v.array(word, 'must be a list of 4 integers'), v.length(4, 'must be a list of 4 integers')),
    ),
    {},
  ),
  rateWindows: v.optional(v.record(v.string(), v.strictObject({ number: count, used: count })), {}),
})

const HINT = 'resume is written by exports: take it from one, or leave it out'

/**
 * Reads the `resume` of a seed; one without it begins anew.
 *
 * @throws SeedProblems
 */
export function readResume({ data }: SeedDocument): ResumePoint {
  const result = v.safeParse(schema, data.resume ?? {})
  if (!result.success) throw new SeedProblems(result.issues.map((issue) => problemOf(issue, data)))
  const { ids, random, rateWindows } = result.output
  if (!areStates(random))
    throw new SeedProblems([problemAt(data, ['resume', 'random'], 'no stream can be in such a state', HINT)])
  return {
    documents: ids.documents,
    projects: ids.projects,
    faults: Number(ids.faults),
    random,
    rateWindows: Object.entries(rateWindows),
  }
}

function problemOf(issue: v.BaseIssue<unknown>, data: SeedDocument['data']) {
  const path: Path = ['resume', ...(issue.path ?? []).map(({ key }) => key as string | number)]
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never'
  return problemAt(data, path, isUnknown ? 'there is no such field' : issue.message, HINT)
}

function areStates(states: RandomStates): boolean {
  try {
    new RandomSource(0, states)
    return true
  } catch {
    return false
  }
}
