import { readRequestId } from '../../src/core/command-id.js'
import { instantText, typedTime } from './typed-time.js'

export const PAGE_ROWS = 200

/** Named as in `GET /_admin/requests`. */
export const FILTERS = [
  'text',
  'status',
  'method',
  'operation',
  'path',
  'credential',
  'agent',
  'fault',
  'outcome',
  'since',
  'until',
  'slowerThan',
] as const

export type PageFilterName = (typeof FILTERS)[number]

export type Filter = Readonly<Partial<Record<PageFilterName, string>>>

export function filterOf(query: URLSearchParams): Filter {
  const given = FILTERS.map((name) => [name, query.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** Turns the times that the user typed into instants. */
export function askedFilter(filter: Filter, now: number): Filter {
  const times = TIMES.flatMap((name) =>
    filter[name] === undefined ? [] : [[name, instantText(filter[name], now)] as const],
  )
  return { ...filter, ...Object.fromEntries(times) }
}

/** True if the field needs a time or a request's id, and the text is neither. */
export const isNoTime = (name: PageFilterName, text: string, now: number): boolean =>
  TIMES.some((one) => one === name) &&
  text !== '' &&
  readRequestId(text) === undefined &&
  typedTime(text, now) === undefined

const TIMES = ['since', 'until'] as const satisfies readonly PageFilterName[]

export const isFiltered = (filter: Filter): boolean => Object.keys(filter).length > 0

/** Adds a word to a comma-separated list, or takes it out. */
export function toggled(list: string, word: string): string {
  const words = list.split(',').filter((one) => one !== '')
  const others = words.filter((one) => one !== word)
  return (others.length < words.length ? others : [...words, word]).join(',')
}

export const isIn = (list: string, word: string): boolean => list.split(',').includes(word)
