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
    first: described('Not all, if they are many.', v.array(valueChange)),
  }),
)

/** What a call would change, had it not been asked for that alone. */
export interface Changes extends v.InferOutput<typeof changes> {}

const FIRST_MAX = 200

/** The parameter that asks for a dry run. */
export const dryRunQuery = {
  dryRun: parameter('true: changes nothing, and reports what it would.', trueOrFalse, true),
}

/** What would change in a world if this was done to it. */
export async function changesOf(
  world: World,
  work: (aside: World) => void | Promise<void>,
): Promise<Changes> {
  const found = await wouldDiffer(world, work)
  return { count: found.length, first: found.slice(0, FIRST_MAX).map(toValueChange) }
}
