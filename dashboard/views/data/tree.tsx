import { useEffect, useRef } from 'preact/hooks'
import type { DatabaseInfo } from '../../../src/services/documents/admin.js'
import { get } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { FindField, SelectField } from '../../components/field.js'
import { useOwnOperations } from '../../features/own-operations.js'
import { count } from '../../lib/format.js'
import { isFound, SEEN_AT_ONCE } from '../../lib/found.js'
import { inOrder } from '../../lib/sort.js'
import { type Live, useLive } from '../../live.js'
import { linkTo, route, setQuery } from '../../router.js'
import { showInList } from '../../scroll.js'
import { type Holder, type HolderKind, NAMESPACES, ORDERS, STORES, sizeOf } from './holder-kind.js'

interface DataTree {
  readonly namespaces: readonly Holder[]
  readonly stores: readonly Holder[]
  readonly database: DatabaseInfo
}

/** The target of the URL. */
export type OpenData =
  | { readonly part: 'service'; readonly id: string; readonly service: string }
  | {
      readonly part: HolderKind | 'documents' | 'projects' | 'database-keys'
      /** Id of the namespace or store, if there is one. */
      readonly id: string | undefined
      /** Undefined if it no longer exists. */
      readonly holder?: Holder | undefined
    }

export function useDataTree(): Live<DataTree> {
  const live = useLive('the tree of data', load)
  // Entries expire without an event.
  useWhileRunning(live.reload)
  return live
}

async function load(signal: AbortSignal): Promise<DataTree> {
  const [{ namespaces }, { stores }, database] = await Promise.all([
    get<Pick<DataTree, 'namespaces'>>('/namespaces', {}, signal),
    get<Pick<DataTree, 'stores'>>('/stores', {}, signal),
    get<DatabaseInfo>('/database', {}, signal),
  ])
  return { namespaces, stores, database }
}

/** The first namespace by default. */
export function openDataIn({ namespaces, stores }: DataTree): OpenData {
  const { query } = route.value
  const part = query.get('in')
  if (part === 'documents' || part === 'projects' || part === 'database-keys') return { part, id: part }
  const service = query.get('service')
  if (service !== null) return { part: 'service', id: leafOfService(service).id, service }
  const kind = query.has('store') || part === 'stores' ? STORES : NAMESPACES
  const holders = kind === STORES ? stores : namespaces
  const id = query.get(kind.parameter) ?? holders[0]?.id
  return { part: kind, id, holder: holders.find((holder) => holder.id === id) }
}

interface Leaf {
  readonly id: string
  readonly title: string
  readonly query: Readonly<Record<string, string>>
  /** Undefined if there's nothing to count. */
  readonly size?: number
  readonly noun: string
}

/** Part of the navigation, or collapsed above the data. */
export function Tree() {
  const { data } = useDataTree()
  return data === undefined ? null : <Leaves tree={data} />
}

function Leaves({ tree }: { readonly tree: DataTree }) {
  const { query } = route.value
  const [sought, order] = [query.get('holders') ?? '', query.get('order') ?? '']
  const open = openDataIn(tree)
  const services = [...new Set(useOwnOperations().map(({ service }) => service))]
  const current = useRef<HTMLAnchorElement>(null)
  // If a link opened something further down, scroll to it.
  useEffect(() => showInList(current.current), [open.id])
  const leavesOf = ({ area, parameter }: HolderKind): readonly Leaf[] => {
    const found = tree[area].filter(({ id, owner }) => isFound(sought, id, owner))
    const kept = { tab: query.get('tab') ?? '', holders: sought, order }
    return inOrder(found, order, ORDERS).map((holder) => ({
      id: holder.id,
      title: holder.id,
      query: { ...kept, [parameter]: holder.id },
      size: sizeOf(holder),
      noun: 'entries',
    }))
  }
  const { documents, projects, keys } = tree.database
  const groups = [
    [NAMESPACES.title, leavesOf(NAMESPACES)],
    [STORES.title, leavesOf(STORES)],
    [
      'Database',
      [
        leafOf('documents', 'Documents', documents),
        leafOf('projects', 'Projects', projects),
        leafOf('database-keys', 'Keys', keys),
      ],
    ],
    ...(services.length === 0 ? [] : [['Your services', services.map(leafOfService)] as const]),
  ] as const
  return (
    <>
      {tree.namespaces.length + tree.stores.length > SEEN_AT_ONCE && (
        <div class="stack tight tree-search">
          <FindField
            of="namespaces and stores"
            placeholder="id or owner"
            value={sought}
            onValue={(value) => setQuery({ holders: value })}
          />
          <SelectField
            label="Sort namespaces and stores by"
            options={[['', 'creation order'], ...ORDERS.map(({ order: [way] }) => way)]}
            value={order}
            onValue={(value) => setQuery({ order: value })}
          />
        </div>
      )}
      <nav class="holders" aria-label="All data">
        {groups.map(([title, leaves]) => [
          <p key={title} class="tree-title">
            {title}
          </p>,
          ...leaves.map((leaf) => (
            <a
              key={leaf.id}
              href={linkTo('data', leaf.query)}
              {...(leaf.id === open.id ? { 'aria-current': true, ref: current } : {})}
            >
              <bdi class="holder-id" title={leaf.id}>
                {leaf.title}
              </bdi>
              {leaf.size !== undefined && (
                <span class="hint">
                  {count(leaf.size)} <span class="unseen">{leaf.noun}</span>
                </span>
              )}
            </a>
          )),
          leaves.length === 0 && (
            <p key={`no ${title}`} class="hint">
              {sought === '' ? 'none yet' : 'none found'}
            </p>
          ),
        ])}
      </nav>
    </>
  )
}

const leafOf = (id: string, title: string, size: number): Leaf => ({
  id,
  title,
  query: { in: id },
  size,
  noun: '',
})

const leafOfService = (service: string): Leaf => ({
  // A prefix, since another part may have the same name.
  id: `service ${service}`,
  title: service,
  query: { service },
  noun: '',
})
