import type { HeapGuard } from '../core/heap.js'
import { formatInstant } from '../core/instants.js'
import { isObject, setField } from '../core/objects.js'
import { defaultProfile, namedOptions, type Profile } from '../domain/profile/profile.js'
import { namedBy, removalElsewhere, type TombstoneRecords } from '../domain/tombstones.js'
import type { World } from '../domain/world.js'
import { exportFault } from './export-faults.js'
import type { SeededService, ServiceResume } from './part.js'
import type { CollectionResume, RateWindow } from './resume-point.js'
import type { Seed } from './schema/schema.js'

/**
 * Exports a world's current state as a seed that restores it (docs/DESIGN.md section 4, Export). All times are
 * instants, every record has its id, and `resume` lets ids, chances and rate windows continue where they left off.
 *
 * `usual` is the profile this emulator uses by default, and `heap` refuses the export if it would run out of memory.
 *
 * @throws Refusal `out_of_memory`
 */
export function exportSeed(
  world: World,
  services: readonly SeededService[],
  { usual = defaultProfile, heap = world.heap }: { usual?: Profile; heap?: HeapGuard } = {},
): Seed {
  const { clock, random, profile, state, faults } = world
  const options = exportProfile(profile, usual)
  const now = clock.now()
  const keys = state.keysByResource()
  const resumes = services.map(({ seed }) => seed.resume?.(state) ?? NOWHERE)
  const collections = resumes
    .flatMap((one) => Object.entries(one.collections))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const ofEach = <Value>(shown: (collection: CollectionResume) => Value) =>
    Object.fromEntries(collections.map(([name, collection]) => [name, shown(collection)]))
  const rateWindows: Record<string, RateWindow> = {}
  for (const one of resumes)
    for (const [key, window] of Object.entries(one.rateWindows)) setField(rateWindows, key, window)
  const admit = heap.beginText()
  return {
    version: 1,
    clock: {
      now: formatInstant(now),
      ...(clock.mode === 'frozen' ? { freeze: true } : {}),
      ...(clock.rate === 1 ? {} : { rate: clock.rate }),
    },
    random: random.seed,
    ...(Object.keys(options).length === 0 ? {} : { profile: options }),
    ...shown(services.map(({ seed }) => seed.show(state, keys, admit, now))),
    ...(faults.size > 0 ? { faults: faults.list().map((fault) => exportFault(fault, now)) } : {}),
    resume: {
      ids: { ...ofEach(({ lastId }) => lastId), faults: String(faults.lastId) },
      random: random.save(),
      rateWindows,
      gone: exportTombstones(world.tombstones.save()),
      cursors: { names: [...world.cursorNames] },
      ...(collections.some(([, { places }]) => places.length > 0)
        ? { places: ofEach(({ places }) => places) }
        : {}),
      ...(collections.some(([, { creators }]) => creators.length > 0)
        ? { creators: ofEach(({ creators }) => creators) }
        : {}),
    },
  }
}

/** Users' own services put their state in `services`. */
function shown(parts: readonly { readonly services?: object }[]): Record<never, never> {
  const own = Object.assign({}, ...parts.map(({ services }) => services))
  return { ...Object.assign({}, ...parts), ...(Object.keys(own).length === 0 ? {} : { services: own }) }
}

const NOWHERE: ServiceResume = { collections: {}, rateWindows: {} }

type Options = Record<string, unknown>

/**
 * Returns the profile options that the seed has to include: those that would otherwise be different, here or in another
 * emulator, and those that were set explicitly, since grease doesn't change those.
 *
 * @param usual the profile this emulator uses by default
 */
function exportProfile(profile: Profile, usual: Profile): NonNullable<Seed['profile']> {
  const named = namedOptions(profile)
  const optionsOf = (section: object, others: readonly unknown[], within: string): Options => {
    const kept: Options = {}
    for (const [name, value] of Object.entries(section)) {
      const theirs = others.map((other): unknown => Object(other)[name])
      const path = within + name
      if (isObject(value)) {
        const inner = optionsOf(value, theirs, `${path}.`)
        if (Object.keys(inner).length > 0) kept[name] = inner
      } else if (named.has(path) || theirs.some((other) => other !== value)) {
        kept[name] = value
      }
    }
    return kept
  }
  return optionsOf(profile, [defaultProfile, usual], '') as NonNullable<Seed['profile']>
}

/** `why` is when it expired (in ms) or who deleted it. */
type RemovedEntry = readonly [resourceId: string, key: string, why: number | string]

/** Sorts entries by name, since the order of simultaneous expiries depends on how they're stored. */
function exportTombstones({ isComplete, records }: TombstoneRecords) {
  const byName = [...records.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  const entries = byName.map(({ name, removal }): RemovedEntry => {
    const why = removalElsewhere(removal)
    return [...namedBy(name), 'expiredAt' in why ? why.expiredAt : why.deletedBy]
  })
  return { isComplete, entries }
}
