import type { NamespaceInfo } from '../../../src/services/kv/admin/namespaces.js'
import { baseUrl } from '../../address.js'
import { run } from '../../api.js'
import { Button } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Empty } from '../../components/notice.js'
import { openDialog } from '../../features/dialogs.js'
import { counted } from '../../lib/format.js'
import { type Filter, isFiltered } from '../../lib/request-filter.js'
import { useAnswer } from '../../live.js'
import { setQuery } from '../../router.js'
import { filterWords } from './filter-bar.js'

interface FirstRequestProps {
  readonly namespaces: readonly NamespaceInfo[]
  readonly filter: Filter
}

/** A request to try, in place of the list while it is empty; or what hides the requests that there are. */
export function FirstRequest({ namespaces, filter }: FirstRequestProps) {
  if (isFiltered(filter)) return <Hidden filter={filter} />
  const command = exampleOf(namespaces)
  return (
    <Empty title="No request yet">
      <p>Point the app at {baseUrl}, and its requests appear here as they come.</p>
      <Button onClick={() => openDialog({ kind: 'connect' })}>Addresses and keys</Button>
      {command !== undefined && <Code label="Or try one" text={command} />}
    </Empty>
  )
}

/** ms: the count looks at the whole journal. */
const REST_MS = 1000

function Hidden({ filter }: Pick<FirstRequestProps, 'filter'>) {
  const { data } = useAnswer<{ readonly count: number }>(run.get, '/requests', {
    parameters: { count: 'true' },
    on: ['request', 'reset', 'requests'],
    restMs: REST_MS,
  })
  return (
    <Empty title="No request passes this filter">
      {data !== undefined && data.count > 0 && (
        <>
          <p>{counted(data.count, 'request is', 'requests are')} hidden. Take away what hides them:</p>
          <p class="row centred">
            {filterWords(filter).map(([name, text]) => (
              <Button key={name} small onClick={() => setQuery({ [name]: '' })}>
                {text} <span aria-hidden="true">✕</span>
              </Button>
            ))}
          </p>
        </>
      )}
    </Empty>
  )
}

function exampleOf(namespaces: readonly NamespaceInfo[]): string | undefined {
  for (const { id, keys } of namespaces) {
    const key = keys.find(({ scope }) => scope === 'admin')?.key
    if (key === undefined) continue
    return `curl -i -X PUT ${baseUrl}/v1/kv/${encodeURIComponent(id)}/greeting \\\n  -H 'X-KV-Key: ${key}' -d '{"value": "hello", "ttlSeconds": 300}'`
  }
  return undefined
}
