import type { Faker } from '@faker-js/faker'
import { nearest } from '../../core/nearest.js'
import type { RandomStream } from '../../core/random.js'
import { assertFew, assertShortPatterns } from './bounds.js'
import { fakerLibrary } from './faker-library.js'

/** The functions available to templates: a private Faker that draws from the current stream. */
export interface TemplateFunctions {
  /** Returns undefined for an unknown path. */
  find(path: string): ((...args: readonly unknown[]) => unknown) | undefined
  /** Suggests the path that was probably meant. */
  suggest(path: string): string | undefined
  /** Makes later draws use this stream. */
  drawFrom(stream: RandomStream): void
}

/** They accept templates or functions, which would bypass the check of names. */
const WITHHELD = new Set(['helpers.fake', 'helpers.mustache', 'helpers.maybe', 'helpers.multiple'])

/**
 * Loads Faker, which takes a while, so call it on demand.
 *
 * @param referenceMs ms since 1970 that "recent", "past" and "soon" are relative to
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

/** Bounds the number of items, words and characters: every Faker function gets its count from these. */
function boundCounts({ helpers }: Faker): void {
  const rangeToNumber = helpers.rangeToNumber
  helpers.rangeToNumber = (range) => {
    assertFew(typeof range === 'number' ? range : range?.max, 'items or characters')
    return rangeToNumber(range)
  }
}

type TemplateFunction = (...args: readonly unknown[]) => unknown

/** Faker's modules hold their functions as own, bound properties. */
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

/** Prefers a path ending in the word (`{{email}}`, `{{user.email}}`: internet.email) over one spelled similarly. */
function suggestion(path: string, known: readonly string[]): string | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const namesake = known.find((candidate) => candidate.toLowerCase().endsWith(`.${name}`))
  return namesake ?? nearest(path, [...known, 'index'])
}
