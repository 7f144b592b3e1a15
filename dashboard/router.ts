import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** In the same order as the navigation, which leaves out the last one. */
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

/** From a hash such as `#/activity?status=4xx`. */
export interface ViewRoute {
  readonly view: ViewId
  readonly query: URLSearchParams
}

/** An empty value removes the parameter. */
type Parameters = Readonly<Record<string, string>>

/** Kept in the browser's history entry. */
interface Noted {
  /** Px. */
  readonly scroll?: number
  /** Where this entry was opened from, within the same view. */
  readonly openedFrom?: string
}

/** Views keep their state in its parameters, so that it survives reloads and can be shared. */
export const route = signal(read())

addEventListener('hashchange', () => {
  // Any other hash is an anchor.
  if (/^(?:#\/|$)/.test(location.hash)) route.value = read()
})

/** The past moment to show, e.g. `?at=r31`. Null for the present. */
export const point: ReadonlySignal<string | null> = computed(() => route.value.query.get('at') || null)

/** Stays at the current moment unless `at` says otherwise, where '' means the present. */
export function linkTo(view: ViewId, query: Parameters = {}): string {
  const all = Object.entries({ ...query, at: query.at ?? point.value ?? '' })
  const text = new URLSearchParams(all.filter(([, value]) => value !== '')).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

export function linkHere(changes: Parameters): string {
  const { view, query } = route.value
  return linkTo(view, { ...Object.fromEntries(query), ...changes })
}

/** Adds no history entry. Used while the user types. */
export function setQuery(changes: Parameters): void {
  history.replaceState(history.state, '', linkHere(changes))
  route.value = read()
}

/** Adds a history entry, so that the Back button undoes it. */
export function openQuery(changes: Parameters): void {
  const to = linkHere(changes)
  if (to === location.hash) return
  const state: Noted = { scroll: Math.round(scrollY), openedFrom: location.hash }
  history.pushState(state, '', to)
  route.value = read()
}

/** Undoes `openQuery`, by going back if that leads to the same address. */
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
