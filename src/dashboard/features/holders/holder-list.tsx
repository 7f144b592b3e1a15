import { shortText } from '../../components/short-text.js'
import { counted } from '../../lib/format.js'
import { linkTo, route } from '../../router.js'
import type { Holder, HolderKind } from './kind.js'

interface HolderListProps {
  readonly kind: HolderKind
  readonly holders: readonly Holder[]
  readonly open: Holder | undefined
}

/** The namespaces or stores, to choose from. */
export function HolderList({ kind, holders, open }: HolderListProps) {
  const { view, query } = route.value
  const tab = query.get('tab') ?? ''
  return (
    <nav class="holders" aria-label={`All ${kind.noun}s`}>
      {holders.map(({ id, owner, entries }) => (
        <a
          key={id}
          href={linkTo(view, { [kind.parameter]: id, tab })}
          {...(id === open?.id ? { 'aria-current': 'page' as const } : {})}
        >
          <bdi class="holder-id" title={id}>
            {id}
          </bdi>
          <span class="holder-facts">
            <bdi>{shortText(owner, 40)}</bdi>
            <span>{counted(entries.live + (entries.expired ?? 0), 'entry', 'entries')}</span>
          </span>
        </a>
      ))}
    </nav>
  )
}
