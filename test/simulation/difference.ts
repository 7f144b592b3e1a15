import { ANY_TEXT, ANYTHING } from '../../conformance/model/call.js'

/**
 * Describes the first difference in one line. Returns undefined if there's none. Lists of objects with a `key` are
 * compared in any order, since their order isn't guaranteed.
 */
export function difference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (expected === ANYTHING) return undefined
  if (expected === ANY_TEXT && typeof actual === 'string') return undefined
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return said(expected, actual, path)
    const [left, right] = [inOrder(expected), inOrder(actual)]
    return firstOf(left.map((item, index) => difference(item, right[index], `${path}[${index}]`)))
  }
  if (isObject(expected) && isObject(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
    return firstOf([...names].map((name) => difference(expected[name], actual[name], `${path}.${name}`)))
  }
  return Object.is(expected, actual) ? undefined : said(expected, actual, path)
}

const firstOf = (lines: readonly (string | undefined)[]): string | undefined =>
  lines.find((line) => line !== undefined)

function inOrder(list: readonly unknown[]): readonly unknown[] {
  if (!list.every((item) => isObject(item) && typeof item.key === 'string')) return list
  return [...list].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = (item: unknown): string => (isObject(item) ? String(item.key) : '')

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const said = (expected: unknown, actual: unknown, path: string): string =>
  `${path === '' ? 'it' : path.replace(/^\./, '')} should be ${shown(expected)} and is ${shown(actual)}`

const shown = (value: unknown): string =>
  typeof value === 'symbol' ? '(any text)' : (JSON.stringify(value) ?? 'missing')
