import { inTurns, Slice } from '../../core/steps.js'
import type { Problem } from '../text/problems.js'
import { BlockExpander, type ExpandOptions } from './blocks.js'
import { compileLists } from './expand.js'
import { sortBlocks } from './sound-blocks.js'

/**
 * What is wrong with the templates and repeats of a document, whatever else is wrong with it: the records of blocks
 * that are sound are made, and of the others the templates are looked at.
 */
export async function templateProblems(data: unknown, options: ExpandOptions): Promise<readonly Problem[]> {
  const { sound, unsound } = await inTurns(sortBlocks(data), options.stopping)
  const expander = new BlockExpander(data, options)
  const inspected = new Slice().each(unsound, ({ source, path }) => expander.inspect(source, path))
  await inTurns(inspected, options.stopping)
  const { namespaces, stores, projects, documents } = await compileLists(sound, expander, options)
  for (const list of [...namespaces, ...stores, projects, documents]) {
    await inTurns<unknown>(list.expand(), options.stopping)
  }
  return expander.problems
}
