import * as v from 'valibot'
import { isRecord, valueAt } from '../../core/objects.js'
import { configEntry, kvEntry } from '../schema/entry.js'
import {
  type ConfigEntrySeed,
  type DocumentSeed,
  document,
  type KvEntrySeed,
  type ProjectSeed,
  project,
} from '../schema/schema.js'
import type { Path } from '../text/problems.js'

/** The lists of a seed that may hold templates; undefined stands for a block that is passed over. */
export interface SeedBlocks {
  readonly clock?: { readonly now?: string | number }
  readonly namespaces?: readonly ListOf<KvEntrySeed>[]
  readonly stores?: readonly ListOf<ConfigEntrySeed>[]
  readonly database?: {
    readonly projects?: readonly (ProjectSeed | undefined)[]
    readonly documents?: readonly (DocumentSeed | undefined)[]
  }
}

interface ListOf<Entry> {
  readonly id: string
  readonly entries?: readonly (Entry | undefined)[]
}

/** A block that is no record, for whatever reason. */
export interface UnsoundBlock {
  readonly source: Readonly<Record<string, unknown>>
  readonly path: Path
}

/** Sorts the blocks of a document of which something is wrong: those from which records can be made, and the others. */
export function sortBlocks(data: unknown): { sound: SeedBlocks; unsound: readonly UnsoundBlock[] } {
  const unsound: UnsoundBlock[] = []
  const itemsAt = (path: Path): readonly unknown[] => {
    const items = valueAt(data, path)
    return Array.isArray(items) ? items : []
  }
  const soundAt = <const Schema extends v.GenericSchema>(path: Path, schema: Schema) =>
    itemsAt(path).map((source, index): v.InferInput<Schema> | undefined => {
      if (v.is(schema, source)) return source
      if (isRecord(source)) unsound.push({ source, path: [...path, index] })
      return undefined
    })
  const listsAt = <const Schema extends v.GenericSchema>(name: string, schema: Schema) =>
    itemsAt([name]).map((list, index) => ({
      id: String(valueAt(list, ['id'])),
      entries: soundAt([name, index, 'entries'], schema),
    }))
  const sound = {
    namespaces: listsAt('namespaces', kvEntry),
    stores: listsAt('stores', configEntry),
    database: {
      projects: soundAt(['database', 'projects'], project),
      documents: soundAt(['database', 'documents'], document),
    },
  }
  return { sound, unsound }
}
