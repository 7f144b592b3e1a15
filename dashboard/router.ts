import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** In the order of the navigation, which leaves out the last. */
export const viewIds = ['activity', 'clients', 'data', 'faults', 'snapshots', 'gaps'] as const

export type ViewId = (typeof viewIds)[number]

export const titles: Readonly<Record<ViewId, string>> = {
  activity: 'Activity',
  clients: 'Clients',
  data: 'Data',
  faults: 'Faults',
  snapshots: 'Snapshots',
  gaps: 'Contract gaps',
}

/** `#/activity?status=4xx` */
export interface ViewRoute {
  readonly view: ViewId
  readonly query: URLSearchParams
}

/** '' removes a parameter. */
type Parameters = Readonly<Record<string, string>>

/** Kept in the browser's history entry. */
interface Noted {
  /** px */
  readonly scroll?: number
  /** Address in the same view from which this entry was opened. */
  readonly openedFrom?: string
}

/** Views keep their state in its parameters, so that reloads and shared links show the same. */
export const route = signal(read())

addEventListener('hashchange', () => {
  // Other hashes are anchors.
  if (/^(?:#\/|$)/.test(location.hash)) route.value = read()
})

/** The moment of the past to show: `?at=r31`; null at the present. */
export const point: ReadonlySignal<string | null> = computed(() => route.value.query.get('at') || null)

/** Keeps the moment that is shown, unless `at` says otherwise ('' is the present). */
export function linkTo(view: ViewId, query: Parameters = {}): string {
  const all = Object.entries({ ...query, at: query.at ?? point.value ?? '' })
  const text = new URLSearchParams(all.filter(([, value]) => value !== '')).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

/** Links to the open view with changed parameters. */
export function linkHere(changes: Parameters): string {
  const { view, query } = route.value
  return linkTo(view, { ...Object.fromEntries(query), ...changes })
}

/** Changes parameters without a history entry, as for typed filters. */
export function setQuery(changes: Parameters): void {
  history.replaceState(history.state, '', linkHere(changes))
  route.value = read()
}

/** Changes parameters with a history entry, so that Back undoes it. */
export function openQuery(changes: Parameters): void {
  const to = linkHere(changes)
  if (to === location.hash) return
  const state: Noted = { scroll: Math.round(scrollY), openedFrom: location.hash }
  history.pushState(state, '', to)
  route.value = read()
}

/** Undoes `openQuery`: goes back if that leads to the same address. */
export function closeQuery(changes: Parameters): void {
  if (noted().openedFrom === linkHere(changes)) history.back()
  else setQuery(changes)
}

export const noted = (): Noted => (history.state as Noted | null) ?? {}

export function noteInEntry(more: Noted): void {
  history.replaceState({ ...noted(), ...more }, '')
}

function read(): ViewRoute {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return { view: viewIds.find((id) => id === path) ?? 'activity', query: new URLSearchParams(query) }
}
