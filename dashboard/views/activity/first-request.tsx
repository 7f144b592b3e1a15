import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { StoreInfo } from '../../../src/services/config/admin.js'
import type { DatabaseKeyInfo } from '../../../src/services/documents/admin.js'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { baseUrl } from '../../address.js'
import { run } from '../../api.js'
import { Action, Button } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import { Icon, type IconName } from '../../components/icon.js'
import { Empty } from '../../components/notice.js'
import { counted } from '../../lib/format.js'
import { type Filter, isFiltered } from '../../lib/request-filter.js'
import { useAnswer } from '../../live.js'
import { setQuery } from '../../router.js'
import { filterWords } from './filter-bar.js'

interface FirstRequestProps {
  readonly namespaces: readonly NamespaceInfo[]
  readonly filter: Filter
}

/** Suggests a request to try, or names the filters that hide all requests. */
export function FirstRequest({ namespaces, filter }: FirstRequestProps) {
  if (isFiltered(filter)) return <Hidden filter={filter} />
  const command = exampleOf(namespaces)
  return (
    <Empty title="No requests yet">
      <p>Point your app at one of these addresses, and its requests appear here.</p>
      <Services namespaces={namespaces} />
      {command !== undefined && <Code label="Or try this" text={command} />}
    </Empty>
  )
}

function Services({ namespaces }: Pick<FirstRequestProps, 'namespaces'>) {
  return (
    <ul class="services">
      <Service name="Key-value store" icon="namespaces" path="/v1/kv">
        <KeyOf service="Key-value store" lets={keyIn(namespaces)} none="no namespaces yet" />
      </Service>
      <Service name="Config store" icon="stores" path="/v1/ec">
        <KeyOnDemand
          service="Config store"
          path="/stores"
          keyIn={({ stores }: { readonly stores: readonly StoreInfo[] }) => keyIn(stores)}
          none="no stores yet"
        />
      </Service>
      <Service name="Document database" icon="documents" path="/documents">
        <KeyOnDemand
          service="Document database"
          path="/database-keys"
          keyIn={({ databaseKeys }: { readonly databaseKeys: readonly DatabaseKeyInfo[] }) =>
            databaseKeys[0]?.key
          }
          none="no keys yet"
        />
      </Service>
    </ul>
  )
}

interface ServiceProps {
  readonly name: string
  readonly icon: IconName
  readonly path: string
  readonly children: ComponentChildren
}

function Service({ name, icon, path, children }: ServiceProps) {
  return (
    <li class="card inset">
      <h2 class="row">
        <Icon of={icon} /> {name}
      </h2>
      <p class="row">
        <code class="grow">{baseUrl + path}</code>
        <Copy text={() => baseUrl + path} of={`the address of the ${name}`} />
      </p>
      <div class="row">{children}</div>
    </li>
  )
}

interface KeyOfProps {
  readonly service: string
  readonly lets: string | undefined
  readonly none: string
}

function KeyOf({ service, lets, none }: KeyOfProps) {
  if (lets === undefined) return <span class="hint grow">{none}</span>
  return (
    <>
      <code class="grow">{lets}</code>
      <Copy text={() => lets} of={`a key of the ${service}`} />
    </>
  )
}

interface KeyOnDemandProps<T> extends Omit<KeyOfProps, 'lets'> {
  readonly path: string
  readonly keyIn: (answer: T) => string | undefined
}

/** The key is loaded on demand, which keeps the first view light. */
function KeyOnDemand<T>({ service, path, keyIn, none }: KeyOnDemandProps<T>) {
  const [answer, setAnswer] = useState<T | undefined>(undefined)
  if (answer !== undefined) return <KeyOf service={service} lets={keyIn(answer)} none={none} />
  return (
    <Action
      small
      aria-label={`Show key of the ${service}`}
      run={async () => setAnswer(await run.get<T>(path))}
    >
      Show key
    </Action>
  )
}

/** Prefers an admin key. */
function keyIn(holders: readonly Pick<NamespaceInfo, 'keys'>[]): string | undefined {
  const keys = holders.flatMap((holder) => holder.keys)
  return (keys.find(({ scope }) => scope === 'admin') ?? keys[0])?.key
}

/** Real ms between loads, since counting reads the whole journal. */
const REST_MS = 1000

function Hidden({ filter }: Pick<FirstRequestProps, 'filter'>) {
  const { data } = useAnswer<{ readonly count: number }>(run.get, '/requests', {
    parameters: { count: 'true' },
    on: ['request', 'reset', 'requests'],
    restMs: REST_MS,
  })
  return (
    <Empty title="No requests match the filters">
      {data !== undefined && data.count > 0 && (
        <>
          <p>{counted(data.count, 'request is', 'requests are')} hidden. Remove a filter to see them:</p>
          <p class="row centred">
            {filterWords(filter).map(([name, text]) => (
              <Button key={name} small onClick={() => setQuery({ [name]: '' })}>
                {text} <Icon of="close" />
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
