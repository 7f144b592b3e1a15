/** Lossless JSON. Numbers keep all their digits, so that int64 ids and values stay exact. */

/** A JSON value. A number is represented by its digits. */
export type Json =
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Json> }
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** A limit for recursion, far deeper than any real value. */
const DEPTH_MAX = 1000

/** @throws SyntaxError if the text isn't JSON, or is nested more deeply than `DEPTH_MAX` */
export function parseJson(text: string): Json {
  // Turn numbers into strings, so that `JSON.parse` keeps their digits. A letter at the start of each string says which
  // it was.
  let isInString = false
  const marked = text.replace(/\\.|"|-?\d[-+.\deE]*/g, (token) => {
    if (token === '"') {
      isInString = !isInString
      return isInString ? '"s' : '"'
    }
    return isInString || !NUMBER.test(token) ? token : `"n${token}"`
  })
  return jsonOf(JSON.parse(marked), 0)
}

function jsonOf(value: unknown, depth: number): Json {
  if (typeof value === 'string') {
    const rest = value.slice(1)
    return value.startsWith('s') ? { kind: 'string', value: rest } : { kind: 'number', digits: rest }
  }
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value !== 'object' || value === null) return { kind: 'null' }
  if (depth === DEPTH_MAX) throw new SyntaxError(`it is nested more than ${DEPTH_MAX} deep`)
  if (Array.isArray(value)) return { kind: 'array', items: value.map((item) => jsonOf(item, depth + 1)) }
  const members = Object.entries(value).map(([name, member]) => {
    if (!name.startsWith('s')) throw new SyntaxError('a member has a name that is not a string')
    return [name.slice(1), jsonOf(member, depth + 1)] as const
  })
  return { kind: 'object', members: new Map(members) }
}

/** Compares two values. The order of members is ignored, and numbers are compared by value, e.g. 1.0 equals 1. */
export function sameJson(one: Json, other: Json): boolean {
  if (one.kind === 'object' && other.kind === 'object') {
    return (
      one.members.size === other.members.size &&
      [...one.members].every(([name, member]) => isSame(member, other.members.get(name)))
    )
  }
  if (one.kind === 'array' && other.kind === 'array') {
    return (
      one.items.length === other.items.length &&
      one.items.every((item, index) => isSame(item, other.items[index]))
    )
  }
  if (one.kind === 'number' && other.kind === 'number') return amount(one.digits) === amount(other.digits)
  if (one.kind === 'string' && other.kind === 'string') return one.value === other.value
  if (one.kind === 'boolean' && other.kind === 'boolean') return one.value === other.value
  return one.kind === 'null' && other.kind === 'null'
}

const isSame = (one: Json, other: Json | undefined): boolean => other !== undefined && sameJson(one, other)

/** Returns true if the digits represent a whole number, in any notation. */
export const isWhole = (digits: string): boolean => !amount(digits).includes('e-')

/** Returns all strings at any depth, not including member names. */
export function stringsOf(json: Json): readonly string[] {
  if (json.kind === 'string') return [json.value]
  if (json.kind === 'array') return json.items.flatMap(stringsOf)
  if (json.kind === 'object') return [...json.members.values()].flatMap(stringsOf)
  return []
}

/** Normalizes a number to its significant digits and a power of ten. */
function amount(digits: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? []
  const leading = (whole + fraction).replace(/^0+/, '')
  // Don't use /0+$/, which takes quadratic time for long runs of zeros in the middle.
  let end = leading.length
  while (leading[end - 1] === '0') end--
  if (end === 0) return '0e0'
  return `${sign}${leading.slice(0, end)}e${Number(exponent) - fraction.length + (leading.length - end)}`
}
