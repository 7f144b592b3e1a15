import type { Faker } from '@faker-js/faker'
import { nearest } from '../../core/nearest.js'
import type { RandomStream } from '../../core/random.js'
import { assertFew, assertShortPatterns } from './bounds.js'
import { fakerLibrary } from './faker-library.js'

/** The functions that templates can call. They belong to a private Faker that draws from the current stream. */
export interface TemplateFunctions {
  find(path: string): ((...args: readonly unknown[]) => unknown) | undefined
  suggest(path: string): string | undefined
  drawFrom(stream: RandomStream): void
}

/** These take templates or callbacks, which would get around our check of function names. */
const WITHHELD = new Set(['helpers.fake', 'helpers.mustache', 'helpers.maybe', 'helpers.multiple'])

/**
 * Loading Faker takes a while, so only call this when you need it.
 *
 * @param referenceMs "recent", "past" and "soon" are relative to this time, in ms since 1970
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
        assertShortPatterns(path, args)
        return found(...args)
      }
    },
    suggest: (path) => suggestion(path, [...functions.keys()]),
    drawFrom: (stream) => {
      current = stream
    },
  }
}

/** Limits the number of items, words and characters. Every Faker function gets its count from `rangeToNumber`. */
function boundCounts({ helpers }: Faker): void {
  const rangeToNumber = helpers.rangeToNumber
  helpers.rangeToNumber = (range) => {
    assertFew(typeof range === 'number' ? range : range?.max, 'items or characters')
    return rangeToNumber(range)
  }
}

type TemplateFunction = (...args: readonly unknown[]) => unknown

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

/** Prefers a path ending in the same word (`internet.email` for `{{email}}` or `{{user.email}}`) over a similar one. */
function suggestion(path: string, known: readonly string[]): string | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const namesake = known.find((candidate) => candidate.toLowerCase().endsWith(`.${name}`))
  return namesake ?? nearest(path, [...known, 'index'])
}
