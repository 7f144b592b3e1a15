import type { RequestRecord } from '../api/record.js'
import { operations } from '../contract/operations.js'
import { parseInstant } from '../core/instants.js'
import { Refusal } from '../core/refusal.js'
import { shorten } from '../core/shorten.js'
import { compileGlob, GLOB_LENGTH_MAX } from '../domain/faults/glob.js'

type Test = (record: RequestRecord) => boolean

interface Filter {
  /** A description of its values, for the error. */
  readonly expects: string
  /** undefined for a value that is none of these. */
  read(value: string): Test | undefined
}

/** The filters of the journal by name: the one place that lists them. */
const filters: ReadonlyMap<string, Filter> = new Map(
  Object.entries<Filter>({
    operation: {
      expects: `a glob such as kv.* or *.list that matches one of ${operations.map(({ id }) => id).join(', ')}`,
      read: byOperation,
    },
    method: {
      expects: 'a method such as GET',
      read: (value) => (/^[a-z]+$/i.test(value) ? ({ method }) => method === value.toUpperCase() : undefined),
    },
    path: {
      expects: `a glob over paths such as /v1/kv/**, without a query and up to ${GLOB_LENGTH_MAX} characters`,
      read: byPath,
    },
    status: { expects: 'a status such as 404, or a class such as 4xx', read: byStatus },
    credential: {
      expects: "an API key as it was sent, or a token's owner",
      read: (value) => (value === '' ? undefined : ({ credential }) => credential === value),
    },
    fault: {
      expects: 'the id of a fault such as f_1',
      read: (value) => (value === '' ? undefined : ({ faultAction }) => faultAction?.fault === value),
    },
    outcome: {
      expects: '"ok", or the code of a refusal such as entry_missing',
      read: (value) => (/^[a-z_]+$/.test(value) ? ({ outcome }) => outcome === value : undefined),
    },
    since: { expects: 'an instant (ISO 8601 or ms), or the id of a request such as r12', read: bySince },
  }),
)

/** Parameters that are no filters: they decide the form of the answer. */
const SETTINGS = { limit: 'a whole number above 0', count: '"true" or "false"' } as const

/** The requests that a query asks for. */
export interface RequestQuery {
  /** Whether a record passes all filters. */
  readonly matches: Test
  /** The most requests to list; Infinity where none was named. */
  readonly limit: number
  /** Asks for their number only, whatever the limit. */
  readonly countsOnly: boolean
}

/**
 * Reads the filters of the journal: every one given must hold.
 *
 * @throws Refusal invalid_request, naming every parameter that is unknown, given twice or of no use
 */
export function readQuery(query: URLSearchParams): RequestQuery {
  const tests: Test[] = []
  const problems: string[] = []
  let limit = Number.POSITIVE_INFINITY
  let countsOnly = false
  for (const name of new Set(query.keys())) {
    const [value = '', ...others] = query.getAll(name)
    const filter = filters.get(name)
    const test = filter?.read(value)
    if (others.length > 0) problems.push(`${name}: may be given once`)
    else if (test !== undefined) tests.push(test)
    else if (filter !== undefined) problems.push(wrong(name, value, filter.expects))
    else if (name === 'limit' && /^0*[1-9]\d*$/.test(value)) limit = Number(value)
    else if (name === 'count' && /^(?:true|false)$/.test(value)) countsOnly = value === 'true'
    else if (name === 'limit' || name === 'count') problems.push(wrong(name, value, SETTINGS[name]))
    else problems.push(`${name}: there is no such parameter`)
  }
  if (problems.length > 0) {
    const hint = `the parameters are ${[...filters.keys(), ...Object.keys(SETTINGS)].join(', ')}`
    throw new Refusal('invalid_request', problems.join('; '), { hint })
  }
  return { matches: (record) => tests.every((test) => test(record)), limit, countsOnly }
}

function wrong(name: string, value: string, expects: string): string {
  return `${name}: ${JSON.stringify(shorten(value, 40))} is not ${expects}`
}

/** A glob that no operation matches is a typing mistake, which an empty answer would hide. */
function byOperation(glob: string): Test | undefined {
  if (glob.length > GLOB_LENGTH_MAX) return undefined
  // The star of `*` alone matches dots too, as in the match of a fault.
  const matches = compileGlob(glob)
  const matching = new Set<string | null>(operations.map(({ id }) => id).filter((id) => matches(id)))
  return matching.size === 0 ? undefined : ({ operation }) => matching.has(operation)
}

function byPath(glob: string): Test | undefined {
  if (glob === '' || glob.length > GLOB_LENGTH_MAX || glob.includes('?')) return undefined
  const matches = compileGlob(glob)
  return ({ path }) => matches(path)
}

function byStatus(value: string): Test | undefined {
  const [, hundreds, others] = /^([1-5])(\d\d|xx)$/i.exec(value) ?? []
  if (hundreds === undefined || others === undefined) return undefined
  if (/\d/.test(others)) return ({ status }) => status === Number(value)
  return ({ status }) => status !== null && Math.floor(status / 100) === Number(hundreds)
}

/** An instant includes its requests, since many share it on a frozen clock; a request excludes itself. */
function bySince(value: string): Test | undefined {
  const number = /^r(\d+)$/.exec(value)?.[1]
  if (number !== undefined) return ({ id }) => Number(id.slice(1)) > Number(number)
  const since = parseInstant(value)
  return since === undefined ? undefined : ({ at }) => at >= since
}
