import type * as v from 'valibot'
import type { Complaint } from '../core/expected.js'
import type { WorldService } from '../domain/service.js'
import type { KeysByResource, State } from '../domain/state.js'
import type { Anchor } from './expand/block.js'
import { listAt, type SeedList } from './items.js'
import type { Join } from './joins.js'
import type { RateWindow, ResumePoint } from './resume-point.js'
import type { Path } from './text/problems.js'

export interface LoadInto {
  readonly state: State
  readonly anchor: Anchor
  readonly resume: ResumePoint
}

export interface ServiceResume extends Pick<ResumePoint, 'collections'> {
  readonly rateWindows: Readonly<Record<string, RateWindow>>
}

export interface SeedPart<Data extends object = object> {
  /** Merges top-level fields. By default, the later value wins. */
  readonly joins: Readonly<Record<string, Join>>
  /** Returns the seed's lists in the order they're loaded. Works for invalid seeds too. */
  lists(seed: unknown): readonly SeedList[]
  /** Called before the lists are loaded, to create whatever they're added to. */
  begin?(data: Data, into: LoadInto): void
  /** Adds everything that isn't in a list. @throws Refusal `conflict` if a key belongs to another namespace or store */
  end(data: Data, into: LoadInto): void
  /** Exports the state at `now` (in virtual ms). Calls `admit` with each record's text. */
  show(state: State, keys: KeysByResource, admit: (text: string) => void, now: number): Data
  /** Validates the state of a user's own service under `services`. */
  ownProblems?(state: unknown): readonly (Complaint & { readonly path: Path })[]
  /** The names of the lists whose ids and positions resume where an export left off. Left out if there are none. */
  readonly collections?: readonly string[]
  /** Called on export to save where sequences continue. Services without sequences don't need it. */
  resume?(state: State): ServiceResume
}

export interface SeededService extends WorldService {
  readonly seed: SeedPart & { readonly fields: v.ObjectEntries }
}

export const listsIn = (services: readonly SeededService[], seed: unknown): readonly SeedList[] => [
  ...services.flatMap((service) => service.seed.lists(seed)),
  listAt(seed, ['faults']),
]

/** Returns the part as it is, but ties the type of its data to its fields. */
export const seedPart = <Fields extends v.ObjectEntries>(
  part: SeedPart<v.InferOutput<v.ObjectSchema<Fields, undefined>>> & { readonly fields: Fields },
) => part
