import type * as v from 'valibot'
import type { KeysByResource, State } from '../domain/state.js'
import type { Anchor } from './expand/block.js'
import type { SeedList } from './items.js'
import type { Join } from './joins.js'
import type { ResumePoint } from './resume-point.js'

/** What a seed is loaded into, and how. */
export interface LoadInto {
  readonly state: State
  /** What relative times count from. */
  readonly anchor: Anchor
  readonly resume: ResumePoint
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
}

/** Declares the part of a service: its fields at the top of a seed, and what becomes of them. */
export const seedPart = <Fields extends v.ObjectEntries>(
  part: SeedPart<v.InferOutput<v.ObjectSchema<Fields, undefined>>> & { readonly fields: Fields },
) => part
