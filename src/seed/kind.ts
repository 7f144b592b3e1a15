import type { GenericSchema, InferOutput, ObjectEntries } from 'valibot'
import type { ViewedKind } from '../domain/parts.js'
import type { State } from '../domain/state.js'
import type { Anchor, BlockSource } from './expand/block.js'
import type { ResumePoint } from './resume-point.js'
import { plainFields, templateFields } from './schema/entry.js'

/** A kind of record that seeds list in blocks, each of which may make several. */
export interface RecordKind<Source extends BlockSource = BlockSource, Made extends object = object> {
  /** Checks a block, in which texts may be templates. */
  readonly schema: GenericSchema<unknown, Source>
  /** Checks a record in which templates are filled in. */
  readonly plain: GenericSchema<unknown, Source>
  /** The names of its fields, in the order in which their templates draw. */
  readonly fields: readonly string[]
  /** Makes a record as a state takes it. */
  make(source: Source, anchor: Anchor): Made
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

type BlockSchema = GenericSchema<unknown, BlockSource> & { readonly entries: ObjectEntries }

/**
 * Declares a kind of record, with whatever else is to be known of it.
 *
 * @param schemaOf makes its schema, with the fields of blocks and with those of records
 */
export function recordKind<Schema extends BlockSchema, Made extends object, Held extends object, Value, More>(
  schemaOf: (fields: typeof plainFields) => Schema,
  kind: Omit<RecordKind<InferOutput<Schema>, Made>, 'schema' | 'plain' | 'fields'> &
    ViewedKind<Held, Value> &
    More,
) {
  const schema = schemaOf(templateFields)
  return { ...kind, schema, plain: schemaOf(plainFields), fields: Object.keys(schema.entries) }
}
