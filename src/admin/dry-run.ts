import {
  anything,
  component,
  count,
  list,
  object,
  oneOf,
  parameter,
  type Schema,
  text,
  typed,
} from '../contract/json-schema.js'
import type { World } from '../domain/world.js'
import { toValueChange, type ValueChange } from '../history/change.js'
import { wouldDiffer } from '../history/difference.js'
import type { RequestRecord } from '../request/record.js'
import { readParameters, word } from './query.js'

export type { ValueChange }

/** What a call would change, had it not been asked for that alone. */
export interface Changes {
  readonly count: number
  /** Not all, if they are many. */
  readonly first: readonly ValueChange[]
}

const FIRST_MAX = 200

/** The schema of a call's answer to a dry run. */
export const changesSchema: Schema<Changes> = component(
  'Changes',
  object({
    count,
    first: list(
      object(
        { path: text, kind: oneOf('added', 'removed', 'changed') },
        { before: anything, after: anything },
      ),
    ),
  }),
)

/** The parameter that asks for one. */
export const dryRunQuery = {
  dryRun: parameter(
    'true: changes nothing, and reports what it would.',
    typed<boolean>({ type: 'boolean' }),
    true,
  ),
}

/** @throws Refusal invalid_request for any other parameter */
export const isDryRun = (query: URLSearchParams): boolean =>
  readParameters(query, { dryRun: word('true', 'false') }).dryRun === 'true'

/** What would change in a world if this was done to it. */
export async function changesOf(
  world: World<RequestRecord>,
  work: (aside: World<RequestRecord>) => void | Promise<void>,
): Promise<Changes> {
  const found = await wouldDiffer(world, work)
  return { count: found.length, first: found.slice(0, FIRST_MAX).map(toValueChange) }
}
