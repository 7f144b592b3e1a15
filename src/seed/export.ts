import type { HeapGuard } from '../core/heap.js'
import { formatInstant } from '../core/instants.js'
import { defaultProfile, type Profile } from '../domain/profile/profile.js'
import type { World } from '../domain/world.js'
import { DOCUMENTS } from '../services/documents/contents.js'
import { exportCreators, exportPlaces } from '../services/documents/seed.js'
import { services } from '../services/list.js'
import { exportFault } from './export-faults.js'
import { exportProfile } from './export-profile.js'
import { exportRateWindows, exportTombstones } from './export-resume.js'
import type { Seed } from './schema/schema.js'

/**
 * Returns the present state of a world as a seed that gives the same state back (docs/DESIGN.md section 4, Export). All
 * times are instants, every record has its id, and `resume` says where ids, chances and rate windows go on.
 *
 * `usual` is the profile that a state without options gets in this emulator; `heap` refuses what it has no room for.
 *
 * @throws Refusal out_of_memory
 */
export function exportSeed(
  world: World,
  { usual = defaultProfile, heap = world.heap }: { usual?: Profile; heap?: HeapGuard } = {},
): Seed {
  const { clock, random, profile, state, faults } = world
  const options = exportProfile(profile, usual)
  const now = clock.now()
  const keys = state.keysByResource()
  const database = state.of(DOCUMENTS)
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
    ...Object.assign({}, ...services.map(({ seed }) => seed.show(state, keys, admit))),
    ...(faults.size > 0 ? { faults: faults.list().map((fault) => exportFault(fault, now)) } : {}),
    resume: {
      ids: {
        documents: String(database.documents.lastId),
        projects: String(database.projects.lastId),
        faults: String(faults.lastId),
      },
      random: random.save(),
      rateWindows: exportRateWindows(database),
      gone: exportTombstones(world.tombstones.save()),
      cursors: { names: [...world.cursorNames] },
      ...exportPlaces(database),
      ...exportCreators(database),
    },
  }
}
