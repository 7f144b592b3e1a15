import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { Bar } from '../../components/bar.js'
import { Chip } from '../../components/chip.js'
import { Empty } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { bytes, count, counted } from '../../lib/format.js'
import { linkTo } from '../../router.js'

/** More namespaces would push the cards below out of sight. */
const LISTED_MAX = 24

/** The share of a limit from which on it is drawn as a bar. */
const DRAWN = 0.5

/** One quantity of a namespace, and its limit if it has one. */
interface Quantity {
  readonly label: string
  readonly value: number
  readonly limit?: number
  readonly format: (n: number) => string
}

/** How much of its limits each namespace has used this month, those nearest to a limit first. */
export function UsageCard({ namespaces }: { readonly namespaces: readonly NamespaceInfo[] }) {
  const [first] = namespaces
  const sorted = namespaces.toSorted((a, b) => nearness(b) - nearness(a))
  return (
    <Card title="Usage against limits" aside={first === undefined ? undefined : <>month {first.monthKey}</>}>
      {first === undefined ? (
        <Empty title="No namespace yet">
          <a href={linkTo('data')}>Create one under Data</a>, or start with a seed.
        </Empty>
      ) : (
        <>
          <div class="tiles">
            {sorted.slice(0, LISTED_MAX).map((namespace) => (
              <Namespace key={namespace.id} namespace={namespace} />
            ))}
          </div>
          {sorted.length > LISTED_MAX && (
            <p class="hint">
              and {counted(sorted.length - LISTED_MAX, 'more', 'more')}:{' '}
              <a href={linkTo('data')}>all of them under Data</a>
            </p>
          )}
        </>
      )}
    </Card>
  )
}

/** How near a namespace is to a limit, in tenths: a finer order would shuffle the tiles as requests come. */
const nearness = (namespace: NamespaceInfo): number =>
  Math.floor(10 * Math.max(...quantitiesOf(namespace).map(shareOf)))

function quantitiesOf({ usage, limitsInForce: limits }: NamespaceInfo): readonly Quantity[] {
  return [
    { label: 'Reads', value: usage.reads, limit: limits.reads, format: count },
    { label: 'Writes', value: usage.writes, limit: limits.writes, format: count },
    { label: 'Lists', value: usage.lists, limit: limits.lists, format: count },
    { label: 'Storage', value: usage.storageBytes, limit: limits.storageBytes, format: bytes },
    { label: 'Deletes', value: usage.deletes, format: count },
  ]
}

function shareOf({ value, limit }: Quantity): number {
  if (limit === undefined) return 0
  return limit === 0 ? 1 : Math.min(1, value / limit)
}

function Namespace({ namespace }: { readonly namespace: NamespaceInfo }) {
  const { id, owner, entries } = namespace
  const quantities = quantitiesOf(namespace)
  const drawn = quantities.filter((one) => shareOf(one) >= DRAWN)
  const others = quantities.filter((one) => shareOf(one) < DRAWN)
  return (
    <section class="tile" aria-label={id}>
      <h3 class="tile-title">
        <a href={linkTo('data', { ns: id })} title={id}>
          {id}
        </a>
      </h3>
      <p class="tile-facts">
        <span class="text">{owner}</span>
        <Chip>{count(entries.live)} live</Chip>
        {entries.expired > 0 && <Chip tone="warn">{count(entries.expired)} expired</Chip>}
      </p>
      {drawn.map((one) => (
        <Bar key={one.label} {...one} />
      ))}
      <dl class="tile-numbers">
        {others.map(({ label, value, limit, format }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{limit === undefined ? format(value) : `${format(value)} of ${format(limit)}`}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
