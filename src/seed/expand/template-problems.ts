import { inTurns, Slice, type Steps } from '../../core/steps.js'
import type { Problem } from '../text/problems.js'
import { BlockExpander, type ExpandOptions } from './blocks.js'
import type { CompiledList } from './compiled-list.js'
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
  await inTurns(expandedAll([...namespaces, ...stores, projects, documents]), options.stopping)
  return expander.problems
}

function* expandedAll(lists: readonly CompiledList<object>[]): Steps<void> {
  const slice = new Slice()
  for (const list of lists) {
    yield* slice.take()
    yield* list.expand()
  }
}
