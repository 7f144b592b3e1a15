import type * as v from 'valibot'
import type { Complaint } from '../core/expected.js'
import type { WorldService } from '../domain/service.js'
import type { KeysByResource, State } from '../domain/state.js'
import type { Anchor } from './expand/block.js'
import { listAt, type SeedList } from './items.js'
import type { Join } from './joins.js'
import type { RateWindow, ResumeCreators, ResumePoint, ResumePositions } from './resume-point.js'
import type { Path } from './text/problems.js'

export interface LoadInto {
  readonly state: State
  /** The origin of relative times. */
  readonly anchor: Anchor
  readonly resume: ResumePoint
}

/** The state of a service's sequences, as exports write it. */
export interface ShownResume {
  /** The last generated ids, by list. */
  readonly ids: Readonly<Record<string, string>>
  readonly rateWindows: Readonly<Record<string, RateWindow>>
  readonly places?: Readonly<Record<string, ResumePositions>>
  readonly creators?: Readonly<Record<string, ResumeCreators>>
}

/** One service's part of a seed. */
export interface SeedPart<Data extends object = object> {
  /** How to merge top-level fields; by default the later value wins. */
  readonly joins: Readonly<Record<string, Join>>
  /** Returns the seed's lists in loading order. Accepts invalid seeds. */
  lists(seed: unknown): readonly SeedList[]
  /** Creates what the lists are added to, if it isn't always there. */
  begin?(data: Data, into: LoadInto): void
  /** Adds everything outside the lists. @throws Refusal conflict if a key belongs to another namespace or store */
  end(data: Data, into: LoadInto): void
  /** Exports the state at `now` (virtual ms). Calls `admit` with the text of each record. */
  show(state: State, keys: KeysByResource, admit: (text: string) => void, now: number): Data
  /** Validates the state of your own service under `services`. */
  ownProblems?(state: unknown): readonly (Complaint & { readonly path: Path })[]
  /** Returns the state of sequences for an export; left out if there is none. */
  resume?(state: State): ShownResume
}

/** A service as seeds see it. */
export interface SeededService extends WorldService {
  readonly seed: SeedPart & { readonly fields: v.ObjectEntries }
}

/** Returns the seed's lists in loading order. Accepts invalid seeds. */
export const listsIn = (services: readonly SeededService[], seed: unknown): readonly SeedList[] => [
  ...services.flatMap((service) => service.seed.lists(seed)),
  listAt(seed, ['faults']),
]

/** Declares a service's part: its top-level fields and how to load them. */
export const seedPart = <Fields extends v.ObjectEntries>(
  part: SeedPart<v.InferOutput<v.ObjectSchema<Fields, undefined>>> & { readonly fields: Fields },
) => part
