import type { NamespaceInfo } from '../../../admin/calls/namespaces.js'
import { get } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Bar } from '../../components/bar.js'
import { Chip } from '../../components/chip.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { bytes, count, counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'

/** More namespaces would push the cards below out of sight. */
const LISTED_MAX = 24

/** How much of its limits each namespace has used this month. */
export function UsageCard() {
  const live = useLive((signal) => get<{ namespaces: NamespaceInfo[] }>('/namespaces', {}, signal))
  useWhileRunning(live.reload)
  const month = live.data?.namespaces[0]?.monthKey
  return (
    <Card title="Usage against limits" aside={month === undefined ? undefined : <>month {month}</>}>
      <Loaded of={live}>
        {({ namespaces }) =>
          namespaces.length === 0 ? (
            <Empty title="No namespace yet">
              <a href={linkTo('key-value')}>Create one under Key-value</a>, or start with a seed.
            </Empty>
          ) : (
            <>
              <div class="tiles">
                {namespaces.slice(0, LISTED_MAX).map((namespace) => (
                  <Namespace key={namespace.id} namespace={namespace} />
                ))}
              </div>
              {namespaces.length > LISTED_MAX && (
                <p class="hint">
                  and {counted(namespaces.length - LISTED_MAX, 'more', 'more')}:{' '}
                  <a href={linkTo('key-value')}>all of them under Key-value</a>
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function Namespace({ namespace }: { readonly namespace: NamespaceInfo }) {
  const { id, owner, usage, limitsInForce, entries } = namespace
  return (
    <section class="tile" aria-label={id}>
      <h3 class="tile-title">
        <a href={linkTo('key-value', { ns: id })} title={id}>
          {id}
        </a>
      </h3>
      <p class="tile-facts">
        <span class="text">{owner}</span>
        <Chip>{count(entries.live)} live</Chip>
        {entries.expired > 0 && <Chip tone="warn">{count(entries.expired)} expired</Chip>}
      </p>
      <Bar label="Reads" value={usage.reads} limit={limitsInForce.reads} />
      <Bar label="Writes" value={usage.writes} limit={limitsInForce.writes} />
      <Bar label="Lists" value={usage.lists} limit={limitsInForce.lists} />
      <Bar label="Storage" value={usage.storageBytes} limit={limitsInForce.storageBytes} format={bytes} />
      <Bar label="Deletes" value={usage.deletes} />
    </section>
  )
}
