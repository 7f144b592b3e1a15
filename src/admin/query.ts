import { Refusal } from '../core/refusal.js'
import { SLICE_ITEMS, type Steps } from '../core/steps.js'
import { described, parameter, text, typed } from './schema.js'

/** The part of a long list that a query asks for. */
export interface PageQuery {
  /** The place in the order of insertion behind which the page begins. */
  readonly after: number
  readonly limit: number
  /** Only keys that begin with this. */
  readonly prefix: string
}

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1000

/** The parameters of every long list, in the OpenAPI document. */
export const pageQuery = {
  limit: parameter(
    'The most of a page.',
    typed<number>({ type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
    10,
  ),
  after: parameter(
    'The "next" of the page before.',
    typed<string>({ type: 'string', pattern: '^\\d{1,15}$' }),
    '1',
  ),
}

/** The parameter of lists of entries, in the OpenAPI document. */
export const keyPrefix = parameter('What keys are to begin with.', text, 'flag:')

/** The end of a page behind which there is more. */
export const nextPage = described('Where the next page begins; left out at the end.', text)

const PARAMETERS: Readonly<Record<string, { readonly pattern: RegExp; readonly expects: string }>> = {
  limit: { pattern: /^(?!0+$)\d{1,4}$/, expects: `a whole number from 1 to ${LIMIT_MAX}` },
  after: { pattern: /^\d{1,15}$/, expects: 'the "next" of a page that was answered before' },
  prefix: { pattern: /^/, expects: 'text' },
}

/**
 * Reads the parameters of a paged list.
 *
 * @param names those that the list has
 * @throws Refusal invalid_request, naming every parameter that is unknown, given twice or of no use
 */
export function readPage(query: URLSearchParams, ...names: (keyof PageQuery)[]): PageQuery {
  const problems: string[] = []
  for (const name of new Set(query.keys())) {
    const parameter = names.some((known) => known === name) ? PARAMETERS[name] : undefined
    const [value = '', ...others] = query.getAll(name)
    if (parameter === undefined) problems.push(`${name}: there is no such parameter`)
    else if (others.length > 0) problems.push(`${name}: may be given once`)
    else if (!parameter.pattern.test(value) || (name === 'limit' && Number(value) > LIMIT_MAX)) {
      problems.push(`${name}: ${JSON.stringify(value)} is not ${parameter.expects}`)
    }
  }
  if (problems.length > 0) {
    const hint = `the parameters are ${names.join(', ')}`
    throw new Refusal('invalid_request', problems.join('; '), { hint })
  }
  return {
    after: Number(query.get('after') ?? Number.NEGATIVE_INFINITY),
    limit: Number(query.get('limit') ?? LIMIT_DEFAULT),
    prefix: query.get('prefix') ?? '',
  }
}

/**
 * The first `limit` of these records, and, where there are more, the place to go on from.
 *
 * @param records in the order of insertion, from behind the page's place
 */
export function* takePage<T extends { readonly seq: number }>(
  records: Iterable<T>,
  limit: number,
  isWanted: (record: T) => boolean = () => true,
): Steps<{ readonly page: readonly T[]; readonly next?: string }> {
  const page: T[] = []
  let passed = 0
  for (const record of records) {
    passed++
    if (passed % SLICE_ITEMS === 0) yield
    if (!isWanted(record)) continue
    const last = page.at(-1)
    if (page.length === limit && last !== undefined) return { page, next: String(last.seq) }
    page.push(record)
  }
  return { page }
}
