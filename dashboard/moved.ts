/** The parts of the database that were tabs. */
const PARTS: Readonly<Record<string, string>> = {
  projects: 'projects',
  keys: 'database-keys',
  rate: 'database-keys',
}

/** What the addresses of former views of data become, by their names. */
const MOVED: Readonly<Record<string, (query: URLSearchParams) => void>> = {
  'key-value': () => {},
  config: (query) => query.has('store') || query.set('in', 'stores'),
  documents: (query) => {
    query.set('in', PARTS[query.get('tab') ?? ''] ?? 'documents')
    query.delete('tab')
  },
}

/** The present address of what an old address showed: "#/config?store=ec_a_1" → "#/data?store=ec_a_1". */
export function movedTo(hash: string): string {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?')
  const move = MOVED[path]
  if (move === undefined) return hash
  const query = new URLSearchParams(search)
  move(query)
  const text = query.toString()
  return `#/data${text === '' ? '' : `?${text}`}`
}
