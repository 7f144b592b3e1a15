import { useEffect, useRef } from 'preact/hooks'
import { SelectField } from '../../components/field.js'
import { FindField } from '../../components/find-field.js'
import { shortText } from '../../components/short-text.js'
import { counted } from '../../lib/format.js'
import { isFound } from '../../lib/found.js'
import { linkTo, route, setQuery } from '../../router.js'
import { showInList } from '../../scroll.js'
import { entriesOf, type Holder, type HolderKind, inOrder, orderNames } from './kind.js'

interface HolderListProps {
  readonly kind: HolderKind
  readonly holders: readonly Holder[]
  readonly open: Holder | undefined
}

/** The namespaces or stores, to choose from. */
export function HolderList({ kind, holders, open }: HolderListProps) {
  const { view, query } = route.value
  const current = useRef<HTMLAnchorElement>(null)
  const [tab, sought, order] = ['tab', 'holders', 'order'].map((name) => query.get(name) ?? '')
  const found = holders.filter(({ id, owner }) => isFound(sought ?? '', id, owner))
  // The one that a link opens may be far down.
  useEffect(() => showInList(current.current), [open?.id])
  return (
    <div class="holder-list">
      <FindField
        of={`${kind.noun}s`}
        placeholder="id or owner"
        value={sought ?? ''}
        onValue={(value) => setQuery({ holders: value })}
      />
      <SelectField
        label={`Sort ${kind.noun}s by`}
        options={orderNames(kind)}
        value={order ?? ''}
        onValue={(value) => setQuery({ order: value })}
      />
      <nav class="holders" aria-label={`All ${kind.noun}s`}>
        {inOrder(found, order ?? '').map((holder) => (
          <a
            key={holder.id}
            href={linkTo(view, {
              [kind.parameter]: holder.id,
              tab: tab ?? '',
              holders: sought ?? '',
              order: order ?? '',
            })}
            {...(holder.id === open?.id ? { 'aria-current': 'page' as const, ref: current } : {})}
          >
            <bdi class="holder-id" title={holder.id}>
              {holder.id}
            </bdi>
            <span class="holder-facts">
              <bdi>{shortText(holder.owner, 40)}</bdi>
              <span>{counted(entriesOf(holder), 'entry', 'entries')}</span>
            </span>
          </a>
        ))}
        {found.length === 0 && <p class="hint">None has these words.</p>}
      </nav>
    </div>
  )
}
