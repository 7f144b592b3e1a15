import * as v from 'valibot'
import { isRecord, valueAt } from '../../core/objects.js'
import { configEntry } from '../../services/config/kinds.js'
import { document, project } from '../../services/documents/kinds.js'
import { kvEntry } from '../../services/kv/kinds.js'
import type { RecordKind } from '../kind.js'
import type { SourceDocument } from '../text/places.js'
import type { Path, Problem } from '../text/problems.js'
import type { BlockSource } from './block.js'
import { BlockExpander } from './blocks.js'

/**
 * Returns what is wrong with the templates and repeats of a document, whatever else is wrong with it: the records of
 * sound blocks are made, and the templates of all others are looked at.
 */
export function templateProblems(source: SourceDocument): readonly Problem[] {
  const expander = new BlockExpander(source, 1)
  const itemsAt = (path: Path): readonly unknown[] => {
    const items = valueAt(source.data, path)
    return Array.isArray(items) ? items : []
  }
  const look = <Source extends BlockSource>(
    name: readonly string[],
    path: Path,
    kind: RecordKind<Source, object>,
  ): void => {
    const sources = itemsAt(path).map((block, index) => {
      if (v.is(kind.schema, block)) return block
      if (isRecord(block)) expander.inspect(block, [...path, index])
      return undefined
    })
    expander.expand({ name, path, sources, kind })
  }
  for (const [index, namespace] of itemsAt(['namespaces']).entries()) {
    const name = ['namespaces', String(valueAt(namespace, ['id'])), 'entries']
    look(name, ['namespaces', index, 'entries'], kvEntry)
  }
  for (const [index, store] of itemsAt(['stores']).entries()) {
    const name = ['stores', String(valueAt(store, ['id'])), 'entries']
    look(name, ['stores', index, 'entries'], configEntry)
  }
  look(['projects'], ['database', 'projects'], project)
  look(['documents'], ['database', 'documents'], document)
  return expander.problems
}
