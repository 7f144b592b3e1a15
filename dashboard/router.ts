import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { movedTo } from './moved.js'

/** The views, in the order of the navigation. */
export const viewIds = ['overview', 'requests', 'faults', 'data', 'state', 'contract', 'compare'] as const

export type ViewId = (typeof viewIds)[number]

/** The open view and its parameters: `#/requests?status=4xx`. */
export interface Route {
  readonly view: ViewId
  readonly query: URLSearchParams
}

/** Parameters of a view; '' stands for none. */
type Parameters = Readonly<Record<string, string>>

/** What the page notes in an entry of the browser's history. */
interface Noted {
  /** px from the top. */
  readonly scroll?: number
  /** The address from which this one was opened within its view. */
  readonly openedFrom?: string
}

const current = signal<Route>(presentRoute())

/** The present route; a view reads its own parameters here, so that a reload and a sent link show the same. */
export const route: ReadonlySignal<Route> = current

addEventListener('hashchange', () => {
  // Other hashes are links within the page.
  if (/^(?:#\/|$)/.test(location.hash)) current.value = presentRoute()
})

/** The point of the world's history that is looked at in the place of the present: `?at=r31`; null at the present. */
export const point: ReadonlySignal<string | null> = computed(() => current.value.query.get('at') || null)

/** The link to a view. It stays at the point that is looked at, unless it names another: '' is the present. */
export function linkTo(view: ViewId, query: Parameters = {}): string {
  const all = Object.entries({ ...query, at: query.at ?? point.value ?? '' })
  const text = new URLSearchParams(all.filter(([, value]) => value !== '')).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

/** The link to the view that is open, with its parameters, at another point; '' is the present. */
export const linkHere = (at: string): string => linkWith({ at })

/**
 * Changes parameters of the view that is open ('' removes one), without an entry in the browser's history: for what is
 * typed, such as a filter.
 */
export function setQuery(changes: Parameters): void {
  history.replaceState(history.state, '', linkWith(changes))
  current.value = parse(location.hash)
}

/** Opens something in the view that is open, such as an entry: Back closes it. */
export function openQuery(changes: Parameters): void {
  const to = linkWith(changes)
  if (to === location.hash) return
  const state: Noted = { scroll: Math.round(scrollY), openedFrom: location.hash }
  history.pushState(state, '', to)
  current.value = parse(location.hash)
}

/** Closes what `openQuery` opened: as Back does, if that leads to the same address. */
export function closeQuery(changes: Parameters): void {
  if (noted().openedFrom === linkWith(changes)) history.back()
  else setQuery(changes)
}

/** What is noted in the present entry of the browser's history. */
export const noted = (): Noted => (history.state as Noted | null) ?? {}

/** Notes something in the present entry of the browser's history. */
export function noteInEntry(more: Noted): void {
  history.replaceState({ ...noted(), ...more }, '')
}

function linkWith(changes: Parameters): string {
  const { view, query } = current.value
  return linkTo(view, { ...Object.fromEntries(query), ...changes })
}

/** The route of the address, which is renewed if it is an old one. */
function presentRoute(): Route {
  const to = movedTo(location.hash)
  if (to !== location.hash) history.replaceState(history.state, '', to)
  return parse(to)
}

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { view: viewIds.find((id) => id === path) ?? 'overview', query: new URLSearchParams(query) }
}
