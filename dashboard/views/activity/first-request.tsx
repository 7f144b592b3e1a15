import type { StoreInfo } from '../../../src/services/config/admin/stores.js'
import type { DatabaseKeyInfo } from '../../../src/services/documents/admin/keys.js'
import type { NamespaceInfo } from '../../../src/services/kv/admin/namespaces.js'
import { baseUrl } from '../../address.js'
import { run } from '../../api.js'
import { Button } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import { Icon } from '../../components/icon.js'
import { Empty } from '../../components/notice.js'
import { counted } from '../../lib/format.js'
import { type Filter, isFiltered } from '../../lib/request-filter.js'
import { useAnswer, useLive } from '../../live.js'
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
      <p>Point the app at one of these, and its requests appear here as they come.</p>
      <Services namespaces={namespaces} />
      {command !== undefined && <Code label="Or try one" text={command} />}
    </Empty>
  )
}

/** The three services, each with its address and a key that opens it. */
function Services({ namespaces }: Pick<FirstRequestProps, 'namespaces'>) {
  const { data } = useLive('keys of the first run', readKeys, { on: ['reset', 'change'] })
  const cards = [
    {
      name: 'Key-value store',
      icon: 'namespaces',
      path: '/v1/kv',
      key: keyIn(namespaces),
      what: 'namespaces',
    },
    { name: 'Config store', icon: 'stores', path: '/v1/ec', key: data?.config, what: 'stores' },
    { name: 'Document database', icon: 'documents', path: '/documents', key: data?.documents, what: 'keys' },
  ] as const
  return (
    <ul class="services">
      {cards.map(({ name, icon, path, key, what }) => (
        <li key={path} class="card">
          <h2 class="row">
            <Icon of={icon} /> {name}
          </h2>
          <p class="row">
            <code class="grow">{baseUrl + path}</code>
            <Copy text={() => baseUrl + path} of={`the address of the ${name}`} />
          </p>
          <p class="row">
            {key === undefined ? (
              <span class="hint grow">no {what} yet</span>
            ) : (
              <>
                <code class="grow">{key}</code>
                <Copy text={() => key} of={`a key of the ${name}`} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A key that may do most, of the first that has one. */
function keyIn(holders: readonly Pick<NamespaceInfo, 'keys'>[]): string | undefined {
  const keys = holders.flatMap((holder) => holder.keys)
  return (keys.find(({ scope }) => scope === 'admin') ?? keys[0])?.key
}

async function readKeys(signal: AbortSignal) {
  const [{ stores }, { databaseKeys }] = await Promise.all([
    run.get<{ stores: readonly StoreInfo[] }>('/stores', {}, signal),
    run.get<{ databaseKeys: readonly DatabaseKeyInfo[] }>('/database-keys', {}, signal),
  ])
  return { config: keyIn(stores), documents: databaseKeys[0]?.key }
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
