import { inTurns, Slice } from '../../core/steps.js'
import type { SourceDocument } from '../text/places.js'
import type { Problem } from '../text/problems.js'
import { BlockExpander, type ExpandOptions } from './blocks.js'
import { AT_ONCE, expandLists } from './lists.js'
import { sortBlocks } from './sound-blocks.js'

/**
 * What is wrong with the templates and repeats of a document, whatever else is wrong with it: the records of blocks
 * that are sound are made, and of the others the templates are looked at.
 */
export async function templateProblems(
  document: SourceDocument,
  options: ExpandOptions,
): Promise<readonly Problem[]> {
  const { sound, unsound } = await inTurns(sortBlocks(document.data), options.stopping)
  const expander = new BlockExpander(document, options)
  const inspected = new Slice().each(unsound, ({ source, path }) => expander.inspect(source, path))
  await inTurns(inspected, options.stopping)
  await expandLists(sound, expander, options, NOBODY)
  return expander.problems
}

/** Takes the entries of namespaces and stores, and keeps none. */
const NOBODY = { namespace: () => AT_ONCE, store: () => AT_ONCE }
