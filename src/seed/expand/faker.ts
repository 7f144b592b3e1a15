import type { Faker } from '@faker-js/faker'
import { nearest } from '../../core/nearest.js'
import { isRecord } from '../../core/objects.js'
import type { RandomStream } from '../../core/random.js'
import { fakerLibrary } from './faker-library.js'
import { TemplateError } from './templates.js'

/** The functions that templates can name: those of one private faker, which draws from the current stream. */
export interface TemplateFunctions {
  /** The function of this path, or undefined. */
  find(path: string): ((...args: readonly unknown[]) => unknown) | undefined
  /** A path that was probably meant. */
  suggest(path: string): string | undefined
  /** From now on, draws come from here. */
  drawFrom(stream: RandomStream): void
}

/** They take templates or their own functions, and would get past the check of names. */
const WITHHELD = new Set(['helpers.fake', 'helpers.mustache', 'helpers.maybe', 'helpers.multiple'])

/** Random draws, and items, words or characters, that one template may ask for. More would keep everybody waiting. */
const ASKED_MAX = 100_000

/** They write a pattern out in full before they draw anything. */
const TAKE_PATTERNS = new Set([
  'helpers.fromRegExp',
  'helpers.replaceCreditCardSymbols',
  'finance.creditCardNumber',
])
/** A brace that begins no short quantifier: `a{9{9}}` would be written out to a{999999999}, and that to its text. */
const LONG_QUANTIFIER = /\{(?!\d{1,4}(?:,\d{1,4})?\})/

/**
 * Loads faker, which takes a while: to be called when a template needs it.
 *
 * @param referenceMs ms since 1970 that "recent", "past" and "soon" count from
 */
export function templateFunctions(referenceMs: number): TemplateFunctions {
  let current: RandomStream | undefined
  let draws = 0
  const randomizer = {
    next: () => {
      assertFew(++draws, 'random draws')
      return current?.next() ?? 0
    },
    seed: () => undefined,
  }
  const { Faker, locale } = fakerLibrary()
  const faker = new Faker({ locale, randomizer })
  faker.setDefaultRefDate(referenceMs)
  const functions = functionsOf(faker)
  boundCounts(faker)
  return {
    find(path) {
      const found = functions.get(path)
      if (found === undefined) return undefined
      return (...args) => {
        draws = 0
        if (TAKE_PATTERNS.has(path)) assertShortPatterns(args)
        return found(...args)
      }
    },
    suggest: (path) => suggestion(path, [...functions.keys()]),
    drawFrom: (stream) => {
      current = stream
    },
  }
}

/** Has faker ask how many items, words or characters it may make: every function of it takes its count from here. */
function boundCounts({ helpers }: Faker): void {
  const rangeToNumber = helpers.rangeToNumber
  helpers.rangeToNumber = (range) => {
    assertFew(typeof range === 'number' ? range : range?.max, 'items or characters')
    return rangeToNumber(range)
  }
}

/** @param count anything at all, since templates give it */
function assertFew(count: unknown, what: string): void {
  if (typeof count === 'number' && count <= ASKED_MAX) return
  throw new TemplateError(
    `it asks for more than ${ASKED_MAX} ${what}`,
    'ask for less; repeat makes many records',
  )
}

function assertShortPatterns(args: readonly unknown[]): void {
  const texts = args.flatMap((arg) => (isRecord(arg) ? Object.values(arg) : [arg]))
  if (texts.some((text) => LONG_QUANTIFIER.test(String(text))))
    throw new TemplateError('in a pattern { begins a quantifier of up to four digits, such as {3} or {1,3}')
}

type TemplateFunction = (...args: readonly unknown[]) => unknown

/** The modules of a faker hold their functions as their own properties, bound. */
function functionsOf(faker: Faker): Map<string, TemplateFunction> {
  const functions = new Map<string, TemplateFunction>()
  for (const [module, members] of Object.entries(faker)) {
    if (module === 'fakerCore' || typeof members !== 'object') continue
    for (const [name, member] of Object.entries(members as object)) {
      const path = `${module}.${name}`
      if (typeof member === 'function' && !WITHHELD.has(path)) functions.set(path, member as TemplateFunction)
    }
  }
  return functions
}

/** `{{email}}` and `{{user.email}}` mean internet.email rather than something that is spelt a little differently. */
function suggestion(path: string, known: readonly string[]): string | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const namesake = known.find((candidate) => candidate.toLowerCase().endsWith(`.${name}`))
  return namesake ?? nearest(path, [...known, 'index'])
}
