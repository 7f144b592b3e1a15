import type { SourceDocument } from '../text/places.js'
import type { Problem } from '../text/problems.js'
import { BlockExpander, type ExpandOptions } from './blocks.js'
import { expandLists } from './lists.js'
import { sortBlocks } from './sound-blocks.js'

/**
 * What is wrong with the templates and repeats of a document, whatever else is wrong with it: the records of blocks
 * that are sound are made, and of the others the templates are looked at.
 */
export async function templateProblems(
  document: SourceDocument,
  options: ExpandOptions,
): Promise<readonly Problem[]> {
  const { sound, unsound } = sortBlocks(document.data)
  const expander = new BlockExpander(document, options)
  for (const { source, path } of unsound) expander.inspect(source, path)
  await expandLists(sound, expander, NOBODY)
  return expander.problems
}

/** Takes the entries of namespaces and stores, and keeps none. */
const NOBODY = { namespace: () => {}, store: () => {} }
