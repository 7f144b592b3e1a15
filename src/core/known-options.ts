import { nearest } from './nearest.js'

/**
 * Refuses options that there are not, such as misspelt ones from JavaScript.
 *
 * @throws RangeError naming the first of them, and what was meant
 */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const meant = nearest(unknown, known)
  const mend = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`
  throw new RangeError(`unknown option ${unknown}: ${mend}`)
}

/** @throws RangeError if an option is not a whole number above 0 */
export function positive(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value
  throw new RangeError(`${name}: ${value} is not a whole number above 0`)
}
