import type * as v from 'valibot'
import type { WorldService } from '../domain/service.js'
import type { KeysByResource, State } from '../domain/state.js'
import type { Anchor } from './expand/block.js'
import { listAt, type SeedList } from './items.js'
import type { Join } from './joins.js'
import type { RateWindow, ResumeCreators, ResumePoint, ResumePositions } from './resume-point.js'
import type { Path } from './text/problems.js'

/** What a seed is loaded into, and how. */
export interface LoadInto {
  readonly state: State
  /** What relative times count from. */
  readonly anchor: Anchor
  readonly resume: ResumePoint
}

/** Where the state of a service goes on from, as exports write it. */
export interface ShownResume {
  /** The last ids that were generated, by the lists of their records. */
  readonly ids: Readonly<Record<string, string>>
  readonly rateWindows: Readonly<Record<string, RateWindow>>
  readonly places?: Readonly<Record<string, ResumePositions>>
  readonly creators?: Readonly<Record<string, ResumeCreators>>
}

/** The part of a seed that belongs to one service. */
export interface SeedPart<Data extends object = object> {
  /** How two values of a field at the top become one; without a join the later one counts. */
  readonly joins: Readonly<Record<string, Join>>
  /** The lists of a seed, in the order in which they are loaded. Works on whatever was read, sound or not. */
  lists(seed: unknown): readonly SeedList[]
  /** Makes what the lists are added to, if that is not always there. */
  begin?(data: Data, into: LoadInto): void
  /**
   * Adds what is beside the lists.
   *
   * @throws Refusal conflict if a key belongs to another namespace or store
   */
  end(data: Data, into: LoadInto): void
  /** Returns the present state as this part of a seed. Calls `admit` with the text of each content. */
  show(state: State, keys: KeysByResource, admit: (text: string) => void): Data
  /** Checks its state under `services`, if it is a service of one's own: what is wrong, and where in the state. */
  ownProblems?(state: unknown): readonly { readonly path: Path; readonly message: string }[]
  /** Returns where an export of it goes on from; left out: nowhere. */
  resume?(state: State): ShownResume
}

/** A service, as far as seeds go. */
export interface SeededService extends WorldService {
  readonly seed: SeedPart & { readonly fields: v.ObjectEntries }
}

/** Returns the lists of a seed in the order in which they are loaded. Works on whatever was read, sound or not. */
export const listsIn = (services: readonly SeededService[], seed: unknown): readonly SeedList[] => [
  ...services.flatMap((service) => service.seed.lists(seed)),
  listAt(seed, ['faults']),
]

/** Declares the part of a service: its fields at the top of a seed, and what becomes of them. */
export const seedPart = <Fields extends v.ObjectEntries>(
  part: SeedPart<v.InferOutput<v.ObjectSchema<Fields, undefined>>> & { readonly fields: Fields },
) => part
