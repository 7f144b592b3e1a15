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
export interface SeedBlocks<Namespace = EntryList<KvEntrySeed>, Store = EntryList<ConfigEntrySeed>> {
  readonly clock?: { readonly now?: string | number }
  readonly namespaces?: readonly Namespace[]
  readonly stores?: readonly Store[]
  readonly database?: {
    readonly projects?: readonly (ProjectSeed | undefined)[]
    readonly documents?: readonly (DocumentSeed | undefined)[]
  }
}

/** A namespace or store. */
export interface EntryList<Entry> {
  readonly id: string
  readonly entries?: readonly (Entry | undefined)[]
}

/** A block that is no record, for whatever reason. */
export interface UnsoundBlock {
  readonly source: Readonly<Record<string, unknown>>
  readonly path: Path
}

/** Sorts the blocks of a document of which something is wrong: those from which records can be made, and the others. */
export function sortBlocks(data: unknown): {
  readonly sound: SeedBlocks
  readonly unsound: readonly UnsoundBlock[]
} {
  const unsound: UnsoundBlock[] = []
  const itemsAt = (path: Path): readonly unknown[] => {
    const items = valueAt(data, path)
    return Array.isArray(items) ? items : []
  }
  const soundAt = <const Schema extends v.GenericSchema>(
    path: Path,
    schema: Schema,
  ): (v.InferInput<Schema> | undefined)[] => {
    const blocks: (v.InferInput<Schema> | undefined)[] = []
    for (const [index, source] of itemsAt(path).entries()) {
      const isSound = v.is(schema, source)
      if (!isSound && isRecord(source)) unsound.push({ source, path: [...path, index] })
      blocks.push(isSound ? source : undefined)
    }
    return blocks
  }
  const listsAt = <const Schema extends v.GenericSchema>(
    name: string,
    schema: Schema,
  ): EntryList<v.InferInput<Schema>>[] => {
    const lists: EntryList<v.InferInput<Schema>>[] = []
    for (const [index, list] of itemsAt([name]).entries()) {
      const id = String(valueAt(list, ['id']))
      lists.push({ id, entries: soundAt([name, index, 'entries'], schema) })
    }
    return lists
  }
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
