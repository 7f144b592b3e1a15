import { readRequestId } from '../../src/core/command-id.js'
import { instantText, typedTime } from './typed-time.js'

/** Rows of the journal that are loaded at once: the newest first. */
export const PAGE_ROWS = 200

/** The filters of the journal, by their names in GET /_admin/requests. */
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

/** The filter that the address of the page names. */
export function filterOf(query: URLSearchParams): Filter {
  const given = FILTERS.map((name) => [name, query.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** The filter as the emulator takes it, in which times are instants. */
export function askedFilter(filter: Filter, now: number): Filter {
  const times = TIMES.flatMap((name) =>
    filter[name] === undefined ? [] : [[name, instantText(filter[name], now)] as const],
  )
  return { ...filter, ...Object.fromEntries(times) }
}

/** Checks a typed filter of a time, which may also be the id of a request. */
export const isNoTime = (name: PageFilterName, text: string, now: number): boolean =>
  TIMES.some((one) => one === name) &&
  text !== '' &&
  readRequestId(text) === undefined &&
  typedTime(text, now) === undefined

const TIMES = ['since', 'until'] as const satisfies readonly PageFilterName[]

export const isFiltered = (filter: Filter): boolean => Object.keys(filter).length > 0

/** A list of words joined by commas, with a word put in, or taken out if it is there. */
export function toggled(list: string, word: string): string {
  const words = list.split(',').filter((one) => one !== '')
  const others = words.filter((one) => one !== word)
  return (others.length < words.length ? others : [...words, word]).join(',')
}

/** Whether a word is in a list of words joined by commas. */
export const isIn = (list: string, word: string): boolean => list.split(',').includes(word)
