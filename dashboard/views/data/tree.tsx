import { useEffect, useRef } from 'preact/hooks'
import type { DatabaseInfo } from '../../../src/services/documents/admin/database.js'
import { FindField, SelectField } from '../../components/field.js'
import { count } from '../../lib/format.js'
import { isFound, SEEN_AT_ONCE } from '../../lib/found.js'
import { inOrder } from '../../lib/sort.js'
import { linkTo, route, setQuery } from '../../router.js'
import { showInList } from '../../scroll.js'
import { type Holder, type HolderKind, NAMESPACES, ORDERS, STORES, sizeOf } from './holder-kind.js'

/** What the services hold, as far as the tree shows it. */
export interface DataTree {
  readonly namespaces: readonly Holder[]
  readonly stores: readonly Holder[]
  readonly database: DatabaseInfo
}

/** The part of the data that is open. */
export interface Place {
  readonly part: HolderKind | 'documents' | 'projects' | 'database-keys'
  /** The id of the namespace or store; undefined if there is none. */
  readonly id: string | undefined
  /** Undefined if it is gone. */
  readonly holder?: Holder | undefined
}

/** A line of the tree. */
interface Leaf {
  readonly id: string
  readonly title: string
  readonly query: Readonly<Record<string, string>>
  readonly size: number
  readonly noun: string
}

interface TreeProps {
  readonly contents: DataTree
  readonly place: Place
}

/** The namespaces, the stores and the parts of the database, to choose from. In a narrow window it is folded. */
export function Tree({ contents, place }: TreeProps) {
  const { query } = route.value
  const [sought, order] = [query.get('holders') ?? '', query.get('order') ?? '']
  const tree = useRef<HTMLDetailsElement>(null)
  const current = useRef<HTMLAnchorElement>(null)
  // The one that a link opens may be far down.
  useEffect(() => {
    showInList(current.current)
    tree.current?.removeAttribute('open')
  }, [place.id])
  const leavesOf = ({ area, parameter }: HolderKind): readonly Leaf[] => {
    const found = contents[area].filter(({ id, owner }) => isFound(sought, id, owner))
    const kept = { tab: query.get('tab') ?? '', holders: sought, order }
    return inOrder(found, order, ORDERS).map((holder) => ({
      id: holder.id,
      title: holder.id,
      query: { ...kept, [parameter]: holder.id },
      size: sizeOf(holder),
      noun: 'entries',
    }))
  }
  const { documents, projects, keys } = contents.database
  const groups = [
    [NAMESPACES.title, leavesOf(NAMESPACES)],
    [STORES.title, leavesOf(STORES)],
    ['Database', DATABASE.map(([id, title], i) => leafOf(id, title, [documents, projects, keys][i] ?? 0))],
  ] as const
  const all = contents.namespaces.length + contents.stores.length
  const shown = groups.flatMap(([, leaves]) => leaves).find(({ id }) => id === place.id)
  return (
    <details class="tree" ref={tree}>
      <summary>
        <span class="hint">Open:</span> <bdi>{shown?.title ?? 'nothing'}</bdi>
      </summary>
      {all > SEEN_AT_ONCE && (
        <>
          <FindField
            of="namespaces and stores"
            placeholder="id or owner"
            value={sought}
            onValue={(value) => setQuery({ holders: value })}
          />
          <SelectField
            label="Sort namespaces and stores by"
            options={[['', 'order of creation'], ...ORDERS.map(({ order: [way] }) => way)]}
            value={order}
            onValue={(value) => setQuery({ order: value })}
          />
        </>
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
              {...(leaf.id === place.id ? { 'aria-current': 'page' as const, ref: current } : {})}
            >
              <bdi class="holder-id" title={leaf.id}>
                {leaf.title}
              </bdi>
              <span class="hint">
                {count(leaf.size)} <span class="unseen">{leaf.noun}</span>
              </span>
            </a>
          )),
          leaves.length === 0 && (
            <p key={`no ${title}`} class="hint">
              {sought === '' ? 'none yet' : 'none found'}
            </p>
          ),
        ])}
      </nav>
    </details>
  )
}

const DATABASE = [
  ['documents', 'Documents'],
  ['projects', 'Projects'],
  ['database-keys', 'Keys'],
] as const

const leafOf = (id: string, title: string, size: number): Leaf => ({
  id,
  title,
  query: { in: id },
  size,
  noun: '',
})
