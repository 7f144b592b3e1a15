import { nearest } from '../../core/nearest.js'
import { Refusal } from '../../core/refusal.js'
import { shorten } from '../../core/shorten.js'

/** How a parameter is read. */
export interface ParameterReader<T> {
  /** A description of its values, for the error. */
  readonly expects: string
  /** A parameter that is given several times is one list of words joined by commas. */
  readonly isList?: boolean
  /** undefined for a value that is none of these. */
  read(value: string): T | undefined
}

type Readers = Readonly<Record<string, ParameterReader<unknown>>>

type ReadBy<R extends Readers> = {
  readonly [Name in keyof R]?: R[Name] extends ParameterReader<infer T> ? T : never
}

/** The characters of a wrong value, or of an unknown name, that the error quotes. */
const QUOTED_MAX = 40

/** The most problems that the error lists. */
const PROBLEMS_MAX = 20

/**
 * Reads the parameters of a query.
 *
 * @param hint how to mend it; the names of the parameters when left out
 * @throws Refusal invalid_request, naming the parameters that are unknown, given twice or of no use, the
 * first 20 of them
 */
export function readParameters<R extends Readers>(
  query: URLSearchParams,
  known: R,
  hint = `the parameters are ${Object.keys(known).join(', ')}`,
): ReadBy<R> {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, given] of grouped(query)) {
    const reader = Object.hasOwn(known, name) ? known[name] : undefined
    const [value = '', ...others] = reader?.isList === true ? [given.join(',')] : given
    if (problems.length === PROBLEMS_MAX) break
    values[name] = reader?.read(value)
    if (reader === undefined) problems.push(noSuchParameter(name, Object.keys(known)))
    else if (others.length > 0) problems.push(`${name}: may be given once`)
    else if (values[name] === undefined) {
      problems.push(`${name}: ${JSON.stringify(shorten(value, QUOTED_MAX))} is not ${reader.expects}`)
    }
  }
  if (problems.length > 0) throw new Refusal('invalid_request', problems.join('; '), { hint })
  // Each value was read by the reader of its name.
  return values as ReadBy<R>
}

function noSuchParameter(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const mend = meant === undefined ? '' : `, did you mean ${meant}?`
  return `${shorten(name, QUOTED_MAX)}: there is no such parameter${mend}`
}

/** All values by name: to ask a query for those of each name would go through it as often as it has names. */
function grouped(query: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>()
  for (const [name, value] of query) {
    const values = all.get(name)
    if (values === undefined) all.set(name, [value])
    else values.push(value)
  }
  return all
}

/** Reads one of these words. */
export function word<const Word extends string>(...words: readonly Word[]): ParameterReader<Word> {
  return {
    expects: words.map((one) => `"${one}"`).join(' or '),
    read: (value) => words.find((one) => one === value),
  }
}

/** Reads words out of these, joined by commas. */
export function wordList<const Word extends string>(
  words: readonly Word[],
): ParameterReader<readonly Word[]> {
  return {
    expects: `a list of ${words.join(', ')}, joined by commas`,
    isList: true,
    read(value) {
      const given = value.split(',')
      const found = words.filter((one) => given.includes(one))
      return given.every((one) => found.some((word) => word === one)) ? found : undefined
    },
  }
}

/** Reads a number above 0 of things to answer. */
export const limitReader = whole('a whole number above 0', /^0*[1-9]\d*$/)

/** Reads a number of things from 1 on. */
export const countReader = (max: number): ParameterReader<number> =>
  whole(`a whole number from 1 to ${max}`, /^0*[1-9]\d*$/, max)

/** Reads a point of the history, whose form is checked with the world at hand. */
export const pointReader: ParameterReader<string> = { expects: 'a point', read: (value) => value }

/** Reads a whole number. */
export function whole(
  expects: string,
  pattern: RegExp,
  max = Number.POSITIVE_INFINITY,
): ParameterReader<number> {
  return {
    expects,
    read: (value) => (pattern.test(value) && Number(value) <= max ? Number(value) : undefined),
  }
}
