import fc from 'fast-check'

/** Names that mean something to the JavaScript engine, a parser or a template. */
export const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'value',
  'json',
  'id',
  'key',
  'length',
  '<<',
  '{{index}}',
  '{{constructor.constructor("return process")()}}',
  '*',
  '**',
  '..',
  '%2e%2e',
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\r\nX-Evil: 1',
  'é😀',
  'x'.repeat(5000),
]

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** JSON texts of values that are hard to read or write. */
export const JSON_TEXTS: readonly string[] = [
  '1',
  '-0',
  '1.0',
  '1e400',
  '-1e400',
  '1E-400',
  '9007199254740993',
  '9'.repeat(400),
  'true',
  'null',
  '""',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"__proto__"',
  '"\\u2028</script>"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"a":1,"a":2}',
  '{"toString":1,"valueOf":1,"toJSON":1}',
  '[]',
  '{}',
  nested('[', ']', 10_000),
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
]

export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e9,
    1e21,
    2 ** 53,
    '1e400',
    '-0',
    [],
    {},
    [[]],
    [null],
    '+1s',
    '9999-12-31T23:59:59.999Z',
    '99999999999d',
    'P1000000000Y',
    '/dev/zero',
    '/proc/self/environ',
    `${'*'.repeat(400)}a`,
    `${'a*'.repeat(400)}b`,
    '/**'.repeat(300),
    `${'('.repeat(100)}a+)+$`,
    '{{string.alpha(1000000000)}}',
    '{{helpers.fromRegExp("[a]{999999999}")}}',
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { constructor: { prototype: { polluted: true } } },
  ),
  fc.constantFrom(...NAMES),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A change to a JSON value. Numbers select its place, so that it shrinks well. */
interface Change {
  readonly steps: readonly number[]
  readonly how: 'replace' | 'add' | 'remove' | 'wrap' | 'twice'
  readonly name: string
  readonly value: unknown
}

export const change: fc.Arbitrary<Change> = fc.record({
  steps: fc.array(fc.nat(9), { maxLength: 5 }),
  how: fc.constantFrom('replace', 'add', 'remove', 'wrap', 'twice'),
  name: fc.constantFrom(...NAMES),
  value: nastyValue,
})

/** Shares unchanged parts with the original. */
export function changed(value: unknown, { steps, ...rest }: Change): unknown {
  const [step = 0, ...others] = steps
  if (steps.length > 0 && Array.isArray(value) && value.length > 0) {
    const at = step % value.length
    return value.map((item, index) => (index === at ? changed(item, { ...rest, steps: others }) : item))
  }
  if (steps.length > 0 && isObject(value) && Object.keys(value).length > 0) {
    const names = Object.keys(value)
    const name = names[step % names.length] ?? ''
    return withMember(value, name, changed(value[name], { ...rest, steps: others }))
  }
  return changedHere(value, rest)
}

function changedHere(value: unknown, { how, name, value: other }: Omit<Change, 'steps'>): unknown {
  switch (how) {
    case 'add':
      return isObject(value) ? withMember(value, name, other) : other
    case 'remove':
      return isObject(value) ? Object.fromEntries(Object.entries(value).slice(1)) : undefined
    case 'wrap':
      return [value]
    case 'twice':
      return Array.isArray(value) ? [...value, ...value] : value
    default:
      return other
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds a member of any name, even __proto__. */
const withMember = (value: object, name: string, member: unknown): object =>
  Object.fromEntries([...Object.entries(value).filter(([other]) => other !== name), [name, member]])

/** Describes the shared prototypes, which no input may change. */
export function prototypes(): readonly string[] {
  return [Object.prototype, Array.prototype, Function.prototype, String.prototype].flatMap((prototype) =>
    Reflect.ownKeys(prototype).map(String),
  )
}
