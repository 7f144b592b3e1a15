/**
 * The place of a number in a seed says how to read it (docs/DESIGN.md section 4). Ids and headers are read as they are
 * written, `+30` as a time is 30 s from the origin, and everything else is a number.
 */
export type NumberUse = 'number' | 'id' | 'headers' | 'time' | 'options' | 'free'

const USES: Readonly<Record<string, NumberUse>> = {
  id: 'id',
  project: 'id',
  projects: 'id',
  documents: 'id',
  createdAt: 'time',
  updatedAt: 'time',
  expiresAt: 'time',
  from: 'time',
  until: 'time',
  headers: 'headers',
  header: 'headers',
  profile: 'options',
  // Fields below these are the user's own, whatever their names.
  value: 'free',
  body: 'free',
  resume: 'free',
}

/** Whether the names below are those of the seed format and of the profile, not the user's own. */
export const isOfSeed = (use: NumberUse): boolean => use !== 'free'

/** How numbers in the field `name` are meant, below a part of the seed with the use `around`. */
export function numberUse(around: NumberUse, name: string): NumberUse {
  if (!isOfSeed(around) || around === 'options' || around === 'headers') return around
  return Object.hasOwn(USES, name) ? (USES[name] ?? 'number') : 'number'
}

/** More than any number has that a double can hold; to read and to write millions of them exactly takes seconds. */
const DIGITS_MAX = 1000

const INTEGER = /^(?:[-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i

/**
 * A number of the seed: the source text if digits matter, a bigint if a number would lose some of them, else the
 * number. Every field but a time refuses a bigint.
 */
export function readNumber(value: number, source: string, use: NumberUse): number | bigint | string {
  if (use === 'id' || use === 'headers') return source
  if (source.length > DIGITS_MAX) return value
  if (use === 'time' && /^[-+]/.test(source)) return source
  if (Number.isSafeInteger(value) || !INTEGER.test(source)) return value
  // Some larger ones keep their digits too: 1e20, once written out by an export, must be read back.
  return String(value) === source ? value : BigInt(source)
}
