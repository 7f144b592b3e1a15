import { objectText } from '../core/json/json-text.js'

/** Writes JSON like `JSON.stringify`, but each bigint as a number with all its digits. */
export function exactText(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return objectText(Object.entries(value).flatMap(([name, member]) => [name, exactText(member)]))
}
