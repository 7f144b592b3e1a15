import * as v from 'valibot'
import { component, count, described } from '../contract/answer-schema.js'
import type { World } from '../domain/world.js'
import { toValueChange, type ValueChange, valueChange } from '../history/change.js'
import { wouldDiffer } from '../history/difference.js'
import { parameter, trueOrFalse } from './query.js'

export type { ValueChange }

export const changes = component('Changes', () =>
  v.object({
    count,
    first: described('Incomplete if there are many.', v.array(valueChange)),
  }),
)

/** The changes that a call would make if it weren't a dry run. */
export interface Changes extends v.InferOutput<typeof changes> {}

const FIRST_MAX = 200

export const dryRunQuery = {
  dryRun: parameter('True to only report what would change.', trueOrFalse, true),
}

/** `work` gets a copy of the world. */
export async function changesOf(
  world: World,
  work: (aside: World) => void | Promise<void>,
): Promise<Changes> {
  const found = await wouldDiffer(world, work)
  return { count: found.length, first: found.slice(0, FIRST_MAX).map(toValueChange) }
}
