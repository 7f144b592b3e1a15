import type { Profile, ProfilePatch } from 'tristore-emulator'
import { judgedByState } from './fault-trials.js'
import type { Disturbance } from './one-run.js'
import type { Trial } from './trial.js'
import type { UndisturbedRun } from './undisturbed.js'

/** Seeds for runs with varied answers (the order of lists and members, unknown members), which no option determines. */
const GREASES = [1, 2, 3]

/**
 * Creates a run for each other value of each gap that the undisturbed run's answers depended on, and some with grease.
 */
export function gapTrials(undisturbed: UndisturbedRun): Trial[] {
  const trial = (name: string, shortName: string, disturbance: Disturbance): Trial => ({
    point: `gap ${name}`,
    kind: 'gap',
    cause: 'gap',
    shortNames: [`gap ${shortName}`],
    disturbance,
    judge: (result) => judgedByState(result, undisturbed),
  })
  const options = undisturbed.gaps.flatMap((option) =>
    otherValues(option, undisturbed).map(({ name, patch }) =>
      trial(name, option, { prepare: (world) => world.profile.patch(patch) }),
    ),
  )
  return [...options, ...GREASES.map((grease) => trial(`grease=${grease}`, 'grease', { grease }))]
}

interface OtherValue {
  readonly name: string
  readonly patch: ProfilePatch
}

/** These settings are open in the contract, but fixed for a running service. */
const FIXED: ReadonlySet<string> = new Set(['auth.jwt', 'auth.tokenTime'])

/** The values to try for options that have too many. */
const TRIED: Readonly<Record<string, readonly unknown[]>> = {
  'kv.ttlMissing': ['reject', 60],
  'database.defaultPageSize': [1],
  'database.maxPageSize': [1],
}

/** No client knows this code. */
const OTHER_CODE = 'other_code'

/**
 * Returns other values to try for a gap: all of them if they can be listed, otherwise a selection. None for bounds.
 *
 * @param option as in the journal, e.g. "kv.putStatus" or "errors.codes"
 */
function otherValues(option: string, { profile, allowed: known }: UndisturbedRun): OtherValue[] {
  if (FIXED.has(option)) return []
  if (option.endsWith('.codes')) return otherCodes(option, profile)
  const allowed = TRIED[option] ?? known.get(option) ?? []
  if (typeof allowed === 'string') return []
  const present = valueAt(option, profile)
  return allowed
    .filter((value) => value !== present)
    .map((value) => ({ name: `${option}=${value}`, patch: patchOf(option, value) }))
}

/** Changes all codes at the same time, which finds clients that depend on any of them. */
function otherCodes(option: string, profile: Profile): OtherValue[] {
  const codes = Object.keys(valueAt(option, profile) ?? {})
  const all = (value: string | null) =>
    patchOf(option, Object.fromEntries(codes.map((code) => [code, value])))
  const others = [{ name: `${option}=${OTHER_CODE}`, patch: all(OTHER_CODE) }]
  // The document database's errors always have a code.
  return option === 'errors.codes' ? [...others, { name: `${option}=none`, patch: all(null) }] : others
}

function patchOf(option: string, value: unknown): ProfilePatch {
  const [section = '', name = ''] = option.split('.')
  return { [section]: { [name]: value } }
}

function valueAt(option: string, profile: Profile): unknown {
  const [section = '', name = ''] = option.split('.')
  return Object(Reflect.get(profile, section))[name]
}
