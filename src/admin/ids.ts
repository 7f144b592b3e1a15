import * as v from 'valibot'
import type { Scope } from '../contract/values.js'
import { didYouMean, expected } from '../core/expected.js'
import { secret } from '../core/ids.js'
import type { RandomStream } from '../core/random.js'
import type { World } from '../domain/world.js'
import { text } from '../seed/schema/fields.js'

/** The name part of a generated id; without underscores, which join the parts (docs/CONTRACT.md A-7). */
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

/** The text of a key of the two stores, not in use. */
export function scopedKeyText(scope: Scope, { state, random }: World): string {
  return fresh(random, (ids) => `kv_${scope}_${secret(ids)}`, state.scopedKeys)
}

/** Draws a text that is not in use: an exported seed may hold what this very stream gave before. */
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
