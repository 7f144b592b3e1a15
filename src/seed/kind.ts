import type { GenericSchema, InferOutput, ObjectEntries } from 'valibot'
import type { ViewedKind } from '../domain/parts.js'
import type { State } from '../domain/state.js'
import type { Anchor, BlockSource } from './expand/block.js'
import type { ResumePoint } from './resume-point.js'
import { plainFields, templateFields } from './schema/entry.js'

/** A kind of record that seeds list in blocks. A single block can create several records. */
export interface RecordKind<Source extends BlockSource = BlockSource, Made extends object = object> {
  /** Validates a block, which may still contain templates. */
  readonly schema: GenericSchema<unknown, Source>
  /** Validates a record once its templates are filled in. */
  readonly plain: GenericSchema<unknown, Source>
  /** Field names, in the order in which their templates draw random values. */
  readonly fields: readonly string[]
  make(source: Source, anchor: Anchor): Made
  /** The key or id, which is unique within its list. */
  identity(made: Made): string | undefined
  /** Replaces records with the same key or id. `of` is the id of their namespace or store, which must already exist. */
  add(
    made: readonly Made[],
    state: State,
    around: { readonly of: string; readonly resume: ResumePoint },
  ): void
}

type BlockSchema = GenericSchema<unknown, BlockSource> & { readonly entries: ObjectEntries }

/** @param schemaOf creates the schema for either blocks or finished records */
export function recordKind<Schema extends BlockSchema, Made extends object, Held extends object, Value, More>(
  schemaOf: (fields: typeof plainFields) => Schema,
  kind: Omit<RecordKind<InferOutput<Schema>, Made>, 'schema' | 'plain' | 'fields'> &
    ViewedKind<Held, Value> &
    More,
) {
  const schema = schemaOf(templateFields)
  return { ...kind, schema, plain: schemaOf(plainFields), fields: Object.keys(schema.entries) }
}
