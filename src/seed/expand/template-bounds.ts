import { TemplateError } from './templates.js'

/** One template asks for a handful; one that asks for a billion would keep everybody waiting. */
const DRAWS_MAX = 100_000
/** Items of an array, words, or characters of a text. */
const COUNT_MAX = 100_000
/** Characters that one template may give: the number that a body may have by default. */
export const TEXT_MAX = 10_000_000
/** Characters of a pattern: faker looks through it again for each of its quantifiers. */
const PATTERN_LENGTH_MAX = 1000
/** Characters that the quantifiers of a pattern may ask for. */
const PATTERN_TEXT_MAX = 10_000

const ASK_LESS = 'ask for less; repeat makes many records'

type Arguments = readonly unknown[]

/** Checks of arguments that faker works on before it counts or draws anything. */
const ARGUMENT_CHECKS: Readonly<Record<string, (args: Arguments) => void>> = {
  'helpers.fromRegExp': ([pattern]) => assertShortPattern(pattern),
  'helpers.replaceCreditCardSymbols': ([pattern]) => assertShortPattern(pattern),
  'finance.creditCardNumber': ([issuer]) => assertShortPattern(memberOf(issuer, 'issuer')),
  'commerce.isbn': ([variant]) => assertIsbnVariant(memberOf(variant, 'variant')),
}

/** These give no more than their first argument holds, for every count. */
const PICKS = new Set(['helpers.arrayElements', 'helpers.uniqueArray'])

/**
 * Bounds what one template may ask of faker, before it is made: a line of a seed could otherwise fill any
 * memory (docs/DESIGN.md section 9).
 */
export class TemplateBounds {
  #draws = 0
  #path = ''
  #args: Arguments = []
  #argsLength: number | undefined

  /** A template is about to be filled in. @throws TemplateError if its arguments alone ask for too much */
  begin(path: string, args: Arguments): void {
    this.#draws = 0
    this.#path = path
    this.#args = args
    this.#argsLength = undefined
    if (Object.hasOwn(ARGUMENT_CHECKS, path)) ARGUMENT_CHECKS[path]?.(args)
  }

  /** Counts a random draw. @throws TemplateError beyond the bound */
  countDraw(): void {
    if (++this.#draws > DRAWS_MAX)
      throw new TemplateError(`it takes more than ${DRAWS_MAX} random draws`, ASK_LESS)
  }

  /**
   * Checks how many items, words or characters are about to be made.
   *
   * @param range a number or {min, max}, as templates give it: anything at all
   * @throws TemplateError beyond the bound
   */
  assertFewIn(range: unknown): void {
    const count = typeof range === 'number' ? range : memberOf(range, 'max')
    const isFew = typeof count === 'number' && count <= COUNT_MAX
    if (!isFew) throw new TemplateError(`it asks for more than ${COUNT_MAX} items or characters`, ASK_LESS)
    if (count < 2 || PICKS.has(this.#path)) return
    // Each item may be as long as the arguments are, such as what fromCharacters repeats.
    this.#argsLength ??= JSON.stringify(this.#args).length
    if (count * this.#argsLength > TEXT_MAX)
      throw new TemplateError(`it asks for more than ${TEXT_MAX} characters`, ASK_LESS)
  }
}

/** A pattern is written out in full before it is filled in. @throws TemplateError */
function assertShortPattern(pattern: unknown): void {
  const text = String(pattern)
  if (text.length > PATTERN_LENGTH_MAX)
    throw new TemplateError(`the pattern has more than ${PATTERN_LENGTH_MAX} characters`, ASK_LESS)
  // Anything else in braces could be written out to the digits of a quantifier: a{9{9}} would be
  // a{999999999}.
  if (text.replace(QUANTIFIER, '').includes('{'))
    throw new TemplateError('in a pattern { begins a quantifier such as {3} or {1,3}')
  const asked = [...text.matchAll(QUANTIFIER)].map(([, least, most = least]) =>
    Math.max(Number(least), Number(most)),
  )
  if (asked.reduce((sum, count) => sum + count, 0) > PATTERN_TEXT_MAX)
    throw new TemplateError(`the pattern makes more than ${PATTERN_TEXT_MAX} characters`, ASK_LESS)
}

const QUANTIFIER = /\{(\d+)(?:,(\d+))?\}/g

/** Faker takes any number for the digits of an ISBN, and counts up to it. @throws TemplateError */
function assertIsbnVariant(variant: unknown): void {
  if (variant === undefined || variant === 10 || variant === 13) return
  throw new TemplateError(
    'an ISBN has 10 or 13 digits',
    'write {{commerce.isbn(10)}} or {{commerce.isbn(13)}}',
  )
}

/** An option of faker's, given in an object or, as its only one, bare. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : value
}
