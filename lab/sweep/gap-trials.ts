import type { Profile, ProfilePatch } from 'tristore-emulator'
import { judgedByState } from './fault-trials.js'
import type { Disturbance } from './one-run.js'
import type { Trial } from './trial.js'
import type { Undisturbed } from './undisturbed.js'

/** Runs with answers that are varied in what no option decides: the order of lists and of members, unknown members. */
const GREASES = [1, 2, 3]

/**
 * For each gap that an answer of the undisturbed run used, a run under each other value that it can take; and some
 * under grease.
 */
export function gapTrials(undisturbed: Undisturbed): Trial[] {
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

/** One other way to fill a gap of the contract. */
interface OtherValue {
  readonly name: string
  readonly patch: ProfilePatch
}

/** Options of the emulator's setup: the contract leaves them open, but no service changes them under a client. */
const FIXED: ReadonlySet<string> = new Set(['auth.jwt', 'auth.tokenTime'])

/** Values to try of options that take too many to try them all. */
const TRIED: Readonly<Record<string, readonly unknown[]>> = {
  'kv.ttlMissing': ['reject', 60],
  'database.defaultPageSize': [1],
  'database.maxPageSize': [1],
}

/** A code that no client knows. */
const OTHER_CODE = 'other_code'

/**
 * The other values to try for a gap: every value that can be listed, or a selection. Bounds and limits have none, since
 * they are a matter of size.
 *
 * @param option an option as the journal names it: "kv.putStatus", "errors.codes"
 */
function otherValues(option: string, { profile, allowed: known }: Undisturbed): OtherValue[] {
  if (FIXED.has(option)) return []
  if (option.endsWith('.codes')) return otherCodes(option, profile)
  const allowed = TRIED[option] ?? known.get(option) ?? []
  if (typeof allowed === 'string') return []
  const present = valueAt(option, profile)
  return allowed
    .filter((value) => value !== present)
    .map((value) => ({ name: `${option}=${value}`, patch: patchOf(option, value) }))
}

/** Changes the codes together, which finds a client that depends on any of them. */
function otherCodes(option: string, profile: Profile): OtherValue[] {
  const codes = Object.keys(valueAt(option, profile) ?? {})
  const all = (value: string | null) =>
    patchOf(option, Object.fromEntries(codes.map((code) => [code, value])))
  const others = [{ name: `${option}=${OTHER_CODE}`, patch: all(OTHER_CODE) }]
  // Errors of the document database always have a code.
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
