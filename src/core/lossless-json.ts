/** JSON read without loss: numbers keep their digits, so that int64 ids and long values can be compared exactly. */

/** A JSON value; a number is its digits as they were written. */
export type Json =
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Json> }
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }

const TOKENS = /[{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g

/** Reads JSON text; throws a SyntaxError when it is none. */
export function parseJson(text: string): Json {
  // JSON.parse is the judge of what is JSON; what it lets pass, the tokens below split without doubt.
  JSON.parse(text)
  const tokens = text.match(TOKENS) ?? []
  let position = 0
  const take = (): string => tokens[position++] ?? ''

  const value = (): Json => {
    const token = take()
    if (token === '{') return { kind: 'object', members: members() }
    if (token === '[') return { kind: 'array', items: items() }
    if (token.startsWith('"')) return { kind: 'string', value: String(JSON.parse(token)) }
    if (token === 'true' || token === 'false') return { kind: 'boolean', value: token === 'true' }
    if (token === 'null') return { kind: 'null' }
    return { kind: 'number', digits: token }
  }
  const members = (): ReadonlyMap<string, Json> => {
    const found = new Map<string, Json>()
    if (tokens[position] === '}') position++
    else {
      do {
        const name = String(JSON.parse(take()))
        take()
        found.set(name, value())
      } while (take() === ',')
    }
    return found
  }
  const items = (): readonly Json[] => {
    const found: Json[] = []
    if (tokens[position] === ']') position++
    else {
      do {
        found.push(value())
      } while (take() === ',')
    }
    return found
  }
  return value()
}

/** Whether two values are the same: members in any order, numbers by what they amount to (1.0 is 1). */
export function sameJson(one: Json, other: Json): boolean {
  if (one.kind === 'object' && other.kind === 'object') {
    if (one.members.size !== other.members.size) return false
    return [...one.members].every(([name, member]) => {
      const counterpart = other.members.get(name)
      return counterpart !== undefined && sameJson(member, counterpart)
    })
  }
  if (one.kind === 'array' && other.kind === 'array') {
    if (one.items.length !== other.items.length) return false
    return one.items.every((item, index) => {
      const counterpart = other.items[index]
      return counterpart !== undefined && sameJson(item, counterpart)
    })
  }
  if (one.kind === 'number' && other.kind === 'number') {
    return amount(one.digits) === amount(other.digits)
  }
  if (one.kind === 'string' && other.kind === 'string') return one.value === other.value
  if (one.kind === 'boolean' && other.kind === 'boolean') return one.value === other.value
  return one.kind === 'null' && other.kind === 'null'
}

/** Whether these digits amount to a whole number, in whatever way it is written. */
export function isWhole(digits: string): boolean {
  return !amount(digits).includes('e-')
}

/** Every string value in it, at any depth (not the member names). */
export function stringsOf(json: Json): readonly string[] {
  if (json.kind === 'string') return [json.value]
  if (json.kind === 'array') return json.items.flatMap(stringsOf)
  if (json.kind === 'object') return [...json.members.values()].flatMap(stringsOf)
  return []
}

/** One spelling for every way to write the same number: significant digits and a power of ten. */
function amount(digits: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits)
  if (parts === null) return digits
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const leading = (whole + fraction).replace(/^0+/, '')
  const significant = leading.replace(/0+$/, '')
  if (significant === '') return '0e0'
  const power = Number(exponent) - fraction.length + (leading.length - significant.length)
  return `${sign}${significant}e${power}`
}
