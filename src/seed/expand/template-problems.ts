import * as v from 'valibot'
import { isRecord } from '../../core/objects.js'
import { listsIn } from '../lists.js'
import type { SourceDocument } from '../text/places.js'
import type { Problem } from '../text/problems.js'
import { BlockExpander } from './blocks.js'

/**
 * Returns what is wrong with the templates and repeats of a document, whatever else is wrong with it. The records of
 * sound blocks are made; of all other blocks only the templates are looked at.
 */
export function templateProblems(source: SourceDocument): readonly Problem[] {
  const expander = new BlockExpander(source, { random: 1 })
  for (const { kind, ...list } of listsIn(source.data)) {
    if (kind === undefined) continue
    const items = list.items.map((block, index) => {
      if (v.is(kind.schema, block)) return block
      if (isRecord(block)) expander.inspect(block, [...list.path, index])
      return undefined
    })
    expander.expand({ ...list, items }, kind)
  }
  return expander.problems
}
