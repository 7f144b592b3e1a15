import * as v from 'valibot'
import type { Scope } from '../contract/values.js'
import { didYouMean, expected } from '../core/expected.js'
import { secret } from '../core/ids.js'
import type { RandomStream } from '../core/random.js'
import type { World } from '../domain/world.js'
import { text } from '../seed/schema/fields.js'

/** The name in a generated id. It can't contain underscores, since those separate the parts (docs/CONTRACT.md A-7). */
export const resourceName = v.pipe(
  text,
  v.regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
    expected('a name of 1 to 63 letters, digits and hyphens, with no hyphen at either end', nearestName),
  ),
)

function nearestName(input: unknown): string | undefined {
  const name = String(input)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')
  return didYouMean(name || undefined)
}

export function scopedKeyText(scope: Scope, { state, random }: World): string {
  return fresh(random, (ids) => `kv_${scope}_${secret(ids)}`, state.scopedKeys)
}

/** Draws until the text is unused, since this same stream may already have produced it before the seed was exported. */
export function fresh(
  random: World['random'],
  draw: (ids: RandomStream) => string,
  taken: { has(text: string): boolean },
): string {
  for (;;) {
    const drawn = draw(random.stream('ids'))
    if (!taken.has(drawn)) return drawn
  }
}
