import type { GenericSchema, InferOutput } from 'valibot'
import type { State } from '../domain/state.js'
import type { PlacedKind } from '../services/places.js'
import { type Anchor, BlockFields, type BlockSource, type Field } from './expand/block.js'
import type { ResumePoint } from './resume-point.js'

/** A kind of record that seeds list in blocks, each of which may make several. */
export interface RecordKind<Source extends BlockSource = BlockSource, Made extends object = object> {
  /** Checks a block. */
  readonly schema: GenericSchema<unknown, Source>
  /** Compiles a block, once, to what makes each of its records as a state takes them. */
  compile(source: Source, fields: BlockFields): Field<Made>
  /** Returns the key or id, which no two records of the list share; undefined for a record without an id. */
  identity(made: Made): string | undefined
  /**
   * Adds records to a state: each replaces the one with its key or id. `of` is the id of their namespace or store,
   * which exists.
   */
  add(
    made: readonly Made[],
    state: State,
    around: { readonly of: string; readonly resume: ResumePoint },
  ): void
}

/** Declares a kind of record, with whatever else is to be known of it. */
export const recordKind = <
  Schema extends GenericSchema<unknown, BlockSource>,
  Made extends object,
  Held extends object,
  Value,
  More,
>(
  kind: RecordKind<InferOutput<Schema>, Made> & PlacedKind<Held, Value> & { readonly schema: Schema } & More,
) => kind

/**
 * Makes one record by itself, such as that of an admin call: text that looks like a template stays text.
 *
 * @param source checked by a schema that takes no templates
 */
export function makeRecord<Source extends BlockSource, Made extends object>(
  kind: RecordKind<Source, Made>,
  source: Source,
  anchor?: Anchor,
): Made {
  const literal = { ...source, literal: true }
  const fields = new BlockFields(literal, [], anchor)
  const make = kind.compile(literal, fields)
  const [broken] = fields.errors
  if (broken !== undefined) throw broken.error
  // A literal block draws nothing.
  return make(() => undefined)
}
