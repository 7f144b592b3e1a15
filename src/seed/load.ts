import type { State } from '../domain/state.js'
import { services } from '../services/list.js'
import type { Anchor } from './expand/block.js'
import { BlockExpander } from './expand/blocks.js'
import { listsIn } from './lists.js'
import type { SeedPart } from './part.js'
import type { ResumePoint } from './resume-point.js'
import type { SeedDocument } from './schema/schema.js'
import { inOrder, SeedProblems } from './text/problems.js'

/** All that loading depends on beside the seed. */
export interface Loading {
  /** The random seed that templates draw from: equal seeds give equal data. */
  readonly random: number
  readonly resume: ResumePoint
  /** What relative times count from. */
  readonly anchor: Anchor
}

/**
 * Adds what a seed describes to a state: what has an id joins what is there, entries and records replace theirs
 * whole (docs/DESIGN.md section 4, Joining). If it throws, the state is half changed.
 *
 * @throws SeedProblems for templates that do not exist or fail, and for keys or ids that collide
 * @throws Refusal conflict if a key belongs to another namespace or store
 */
export function loadSeed(document: SeedDocument, { random, resume, anchor }: Loading, state: State): State {
  const { data } = document
  const parts = services.map(({ seed }): SeedPart => seed)
  const into = { state, anchor, resume }
  for (const part of parts) part.begin?.(data, into)
  const expander = new BlockExpander(document, { random, now: data.clock?.now, anchor })
  for (const { kind, ...list } of listsIn(data))
    kind?.add(expander.expand(list, kind), state, { of: list.of, resume })
  if (expander.problems.length > 0) throw new SeedProblems(inOrder(expander.problems))
  for (const part of parts) part.end(data, into)
  return state
}
