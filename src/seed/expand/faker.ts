import { base, en, Faker } from '@faker-js/faker'
import type { RandomStream } from '../../core/random.js'
import { nearest } from '../schema/suggest.js'
import { TemplateError } from './templates.js'

/** What templates can name: the functions of one private faker, which draws from whatever stream is current. */
export interface TemplateFunctions {
  /** The function of this path, or undefined. */
  find(path: string): ((...args: readonly unknown[]) => unknown) | undefined
  /** A path that was probably meant. */
  suggest(path: string): string | undefined
  /** From now on, draws come from here. */
  drawFrom(stream: RandomStream): void
}

/** They take templates or functions of their own, and would get past the check of names. */
const WITHHELD = new Set(['helpers.fake', 'helpers.mustache', 'helpers.maybe', 'helpers.multiple'])

/** One template asks for a handful; whoever asks for a billion would wait for ever, and everybody else too. */
const DRAWS_MAX = 100_000
const PATTERN_FUNCTION = 'helpers.fromRegExp'
const PATTERN_LENGTH_MAX = 10_000
const ASK_LESS = 'ask for less; repeat makes many records'

/**
 * Loading this module loads faker: to be imported when a template needs it.
 *
 * @param referenceMs ms since 1970 that "recent", "past" and "soon" count from
 */
export function templateFunctions(referenceMs: number): TemplateFunctions {
  let current: RandomStream | undefined
  let draws = 0
  const randomizer = {
    next: () => {
      if (++draws > DRAWS_MAX)
        throw new TemplateError(`it takes more than ${DRAWS_MAX} random draws`, ASK_LESS)
      return current?.next() ?? 0
    },
    seed: () => undefined,
  }
  const faker = new Faker({ locale: [en, base], randomizer })
  faker.setDefaultRefDate(referenceMs)
  const functions = functionsOf(faker)
  return {
    find(path) {
      const found = functions.get(path)
      if (found === undefined) return undefined
      return (...args) => {
        draws = 0
        if (path === PATTERN_FUNCTION) holdPattern(args[0])
        return found(...args)
      }
    },
    suggest: (path) => suggestion(path, [...functions.keys()]),
    drawFrom: (stream) => {
      current = stream
    },
  }
}

/** A pattern is written out in full before it is filled in. @throws TemplateError */
function holdPattern(pattern: unknown): void {
  const text = String(pattern)
  const repeats = [...text.matchAll(/\{(?:\s*\d*\s*,)?\s*(\d+)\s*\}/g)].map(([, most]) => Number(most))
  const length = text.length + repeats.reduce((sum, most) => sum + most, 0)
  if (length > PATTERN_LENGTH_MAX) {
    throw new TemplateError(`the pattern stands for more than ${PATTERN_LENGTH_MAX} characters`, ASK_LESS)
  }
}

type TemplateFunction = (...args: readonly unknown[]) => unknown

/** The modules of a faker hold their functions as properties of their own, bound. */
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
