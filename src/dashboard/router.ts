import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** The views, in the order of the navigation. */
export const viewIds = [
  'overview',
  'requests',
  'faults',
  'key-value',
  'config',
  'documents',
  'state',
  'contract',
  'compare',
] as const

export type ViewId = (typeof viewIds)[number]

/** The open view and its parameters: `#/requests?status=4xx`. */
export interface Route {
  readonly view: ViewId
  readonly query: URLSearchParams
}

const current = signal<Route>(parse(location.hash))

/** The present route; a view reads its own parameters here, so that a reload and a sent link show the same. */
export const route: ReadonlySignal<Route> = current

addEventListener('hashchange', () => {
  // Other hashes are links within the page.
  if (/^(?:#\/|$)/.test(location.hash)) current.value = parse(location.hash)
})

/** The point of the world's history that is looked at in the place of the present: `?at=r31`; null at the present. */
export const point: ReadonlySignal<string | null> = computed(() => current.value.query.get('at') || null)

/** The link to a view. It stays at the point that is looked at, unless it names another: '' is the present. */
export function linkTo(view: ViewId, query: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ ...query, at: query.at ?? point.value ?? '' })
  const text = new URLSearchParams(all.filter(([, value]) => value !== '')).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

/** The link to the view that is open, with its parameters, at another point; '' is the present. */
export function linkHere(at: string): string {
  const { view, query } = current.value
  return linkTo(view, { ...Object.fromEntries(query), at })
}

/** Changes parameters of the view that is open ('' removes one), without an entry in the browser's history. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const { view, query } = current.value
  history.replaceState(null, '', linkTo(view, { ...Object.fromEntries(query), ...changes }))
  current.value = parse(location.hash)
}

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { view: viewIds.find((id) => id === path) ?? 'overview', query: new URLSearchParams(query) }
}
