import type { Slice, Steps } from '../core/steps.js'
import { readJson } from './text/read-json.js'
import { SeedText } from './text/seed-text.js'

/**
 * Reads JSON text of any value in slices, as `JSON.parse` does.
 *
 * @returns the value in a list; undefined where the text is no sound JSON
 */
export function* readPlainJson(text: string, slice: Slice): Steps<readonly [value: unknown] | undefined> {
  const within = new SeedText({ name: '', text: `[${text}]` })
  const data = yield* readJson(within, slice, { use: 'plain' })
  return Array.isArray(data) && data.length === 1 ? [data[0]] : undefined
}
