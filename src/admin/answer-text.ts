import { objectText } from '../core/json/json-text.js'

/** Works like `JSON.stringify`, but writes bigints as numbers with all of their digits. */
export function exactText(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return objectText(Object.entries(value).flatMap(([name, member]) => [name, exactText(member)]))
}
