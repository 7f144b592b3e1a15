import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** The views, in the order of the navigation; the last has no place in it. */
export const viewIds = ['activity', 'clients', 'data', 'faults', 'snapshots', 'gaps'] as const

export type ViewId = (typeof viewIds)[number]

/** The titles of the views. */
export const titles: Readonly<Record<ViewId, string>> = {
  activity: 'Activity',
  clients: 'Clients',
  data: 'Data',
  faults: 'Faults',
  snapshots: 'Snapshots',
  gaps: 'Contract gaps',
}

/** The open view and its parameters: `#/activity?status=4xx`. */
export interface ViewRoute {
  readonly view: ViewId
  readonly query: URLSearchParams
}

/** Parameters of a view; '' means none. */
type Parameters = Readonly<Record<string, string>>

/** What the page notes in an entry of the browser's history. */
interface Noted {
  /** px from the top. */
  readonly scroll?: number
  /** The address from which this one was opened within its view. */
  readonly openedFrom?: string
}

/** The present route; a view reads its own parameters here, so that a reload and a sent link show the same. */
export const route = signal(read())

addEventListener('hashchange', () => {
  // Other hashes are links within the page.
  if (/^(?:#\/|$)/.test(location.hash)) route.value = read()
})

/** The point of the world's history that is looked at in the place of the present: `?at=r31`; null at the present. */
export const point: ReadonlySignal<string | null> = computed(() => route.value.query.get('at') || null)

/** The link to a view. It stays at the point that is looked at, unless it names another: '' is the present. */
export function linkTo(view: ViewId, query: Parameters = {}): string {
  const all = Object.entries({ ...query, at: query.at ?? point.value ?? '' })
  const text = new URLSearchParams(all.filter(([, value]) => value !== '')).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

/** The link to the view that is open with other parameters, such as another point; '' removes one. */
export function linkHere(changes: Parameters): string {
  const { view, query } = route.value
  return linkTo(view, { ...Object.fromEntries(query), ...changes })
}

/**
 * Changes parameters of the view that is open ('' removes one), without an entry in the browser's history: for what is
 * typed, such as a filter.
 */
export function setQuery(changes: Parameters): void {
  history.replaceState(history.state, '', linkHere(changes))
  route.value = read()
}

/** Opens something in the view that is open, such as an entry: Back closes it. */
export function openQuery(changes: Parameters): void {
  const to = linkHere(changes)
  if (to === location.hash) return
  const state: Noted = { scroll: Math.round(scrollY), openedFrom: location.hash }
  history.pushState(state, '', to)
  route.value = read()
}

/** Closes what `openQuery` opened: as Back does, if that leads to the same address. */
export function closeQuery(changes: Parameters): void {
  if (noted().openedFrom === linkHere(changes)) history.back()
  else setQuery(changes)
}

/** What is noted in the present entry of the browser's history. */
export const noted = (): Noted => (history.state as Noted | null) ?? {}

/** Notes something in the present entry of the browser's history. */
export function noteInEntry(more: Noted): void {
  history.replaceState({ ...noted(), ...more }, '')
}

function read(): ViewRoute {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { view: viewIds.find((id) => id === path) ?? 'activity', query: new URLSearchParams(query) }
}
