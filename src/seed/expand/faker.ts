import type { Faker } from '@faker-js/faker'
import { nearest } from '../../core/nearest.js'
import type { RandomStream } from '../../core/random.js'
import { fakerLibrary } from './faker-library.js'
import { TemplateBounds } from './template-bounds.js'

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

/**
 * Loads faker, which takes a while: to be called when a template needs it.
 *
 * @param referenceMs ms since 1970 that "recent", "past" and "soon" count from
 */
export function templateFunctions(referenceMs: number): TemplateFunctions {
  let current: RandomStream | undefined
  const bounds = new TemplateBounds()
  const randomizer = {
    next: () => {
      bounds.countDraw()
      return current?.next() ?? 0
    },
    seed: () => undefined,
  }
  const { Faker, locale } = fakerLibrary()
  const faker = new Faker({ locale, randomizer })
  faker.setDefaultRefDate(referenceMs)
  const functions = functionsOf(faker)
  boundCounts(faker, bounds)
  return {
    find(path) {
      const found = functions.get(path)
      if (found === undefined) return undefined
      return (...args) => {
        bounds.begin(path, args)
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
function boundCounts({ helpers }: Faker, bounds: TemplateBounds): void {
  const rangeToNumber = helpers.rangeToNumber
  helpers.rangeToNumber = (range) => {
    bounds.assertFewIn(range)
    return rangeToNumber(range)
  }
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
