import { brokenJsonText } from '../core/json/json-problem.js'
import { NOT_JSON } from './text/not-json.js'
import { readJson } from './text/read-json.js'
import { SeedText } from './text/seed-text.js'

/**
 * Reads JSON text of any value in slices, as `JSON.parse` does, but for names that are too long for a seed.
 *
 * @returns the value in a list; undefined where the text is no sound JSON
 */
export function readPlainJson(text: string): readonly [value: unknown] | undefined {
  const { value } = read(text)
  return value
}

/** What is wrong with JSON text, and where, in one line, as `brokenJsonText` tells it; undefined where nothing is. */
export function plainJsonProblem(text: string): string | undefined {
  const { value, within } = read(text)
  if (value !== undefined) return undefined
  const { jsonProblem } = within
  // Several values, or comments as YAML has them.
  if (jsonProblem === undefined) return brokenJsonText(text)
  const { message, hint } = jsonProblem
  const end = within.position(text.length + 1)
  const isAtEnd = jsonProblem.line === end.line && jsonProblem.column >= end.column
  const { line, column } = isAtEnd ? end : jsonProblem
  const told = isAtEnd ? 'it ends too early' : message.slice(NOT_JSON.length)
  const place = `line ${line}, column ${line === 1 ? column - 1 : column}`
  return `${place}: ${told}${hint === undefined ? '' : ` (${hint})`}`
}

/** @returns the value in a list, and the text between brackets */
function read(text: string): { readonly value: readonly [unknown] | undefined; readonly within: SeedText } {
  const within = new SeedText({ name: '', text: `[${text}]` })
  const data = readJson(within, { use: 'plain', takesLongNames: true })
  return { value: Array.isArray(data) && data.length === 1 ? [data[0]] : undefined, within }
}
