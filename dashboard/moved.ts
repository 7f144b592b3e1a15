/** The parts of the database that were tabs. */
const PARTS: Readonly<Record<string, string>> = {
  projects: 'projects',
  keys: 'database-keys',
  rate: 'database-keys',
}

type Move = readonly [view: 'activity' | 'data' | 'settings', change?: (query: URLSearchParams) => void]

/** What has taken the place of the views of earlier releases, by their names. */
const MOVED: Readonly<Record<string, Move>> = {
  overview: ['activity'],
  requests: ['activity'],
  compare: ['activity'],
  state: ['settings'],
  faults: ['settings', (query) => query.set('tab', 'faults')],
  contract: ['settings', (query) => query.set('tab', 'gaps')],
  'key-value': ['data'],
  config: ['data', (query) => query.has('store') || query.set('in', 'stores')],
  documents: [
    'data',
    (query) => {
      query.set('in', PARTS[query.get('tab') ?? ''] ?? 'documents')
      query.delete('tab')
    },
  ],
}

/** Returns the present address of what an old one showed: "#/config?store=ec_a_1" → "#/data?store=ec_a_1". */
export function movedTo(hash: string): string {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
  const move = MOVED[path]
  if (move === undefined) return hash
  const [view, change] = move
  const query = new URLSearchParams(search)
  change?.(query)
  const text = query.toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}
