import type { NamespaceInfo } from '../../../src/services/kv/admin/namespaces.js'
import { get } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Chip } from '../../components/chip.js'
import { Page } from '../../components/page.js'
import { shortText } from '../../components/short-text.js'
import { bytes, count } from '../../lib/format.js'
import { useAnswer } from '../../live.js'
import { linkTo } from '../../router.js'
import { Tail } from './tail.js'

/** The view of the app's requests as they come. */
export function Activity() {
  const { data, reload } = useAnswer<{ namespaces: readonly NamespaceInfo[] }>(get, '/namespaces')
  useWhileRunning(reload)
  const { namespaces } = data ?? { namespaces: [] }
  return (
    <Page title="Activity">
      <UsageStrip namespaces={namespaces} />
      <Tail namespaces={namespaces} />
    </Page>
  )
}

/** The share of a limit from which on its use is shown, and the one from which on it is nearly used up. */
const SHOWN = 0.5
const NEARLY = 0.9

/** More would push the journal down. */
const SHOWN_MAX = 4

/** The limits that are more than half used, those nearest to their end first; nothing if there is none. */
function UsageStrip({ namespaces }: { readonly namespaces: readonly NamespaceInfo[] }) {
  const used = namespaces.flatMap(usesOf).sort((a, b) => b.share - a.share)
  if (used.length === 0) return null
  return (
    <p class="row usage-strip">
      {used.slice(0, SHOWN_MAX).map(({ namespace, what, share, text }) => (
        <a
          key={`${namespace} ${what}`}
          href={linkTo('data', { ns: namespace, tab: 'settings' })}
          title={namespace}
        >
          <Chip tone={share < NEARLY ? 'warn' : 'bad'}>{Math.floor(100 * share)} %</Chip> {text} {what} in{' '}
          {shortText(namespace)}
        </a>
      ))}
      {used.length > SHOWN_MAX && <span class="hint">and {count(used.length - SHOWN_MAX)} more</span>}
    </p>
  )
}

/** A limit of a namespace that is more than half used. */
interface Use {
  readonly namespace: string
  readonly what: string
  readonly share: number
  /** "412 of 500". */
  readonly text: string
}

function usesOf({ id, usage, limitsInForce: limits }: NamespaceInfo): readonly Use[] {
  const use = (what: string, value: number, limit: number, format: (n: number) => string): Use => ({
    namespace: id,
    what,
    share: limit === 0 ? 1 : Math.min(1, value / limit),
    text: `${format(value)} of ${format(limit)}`,
  })
  return [
    use('reads', usage.reads, limits.reads, count),
    use('writes', usage.writes, limits.writes, count),
    use('lists', usage.lists, limits.lists, count),
    use('stored', usage.storageBytes, limits.storageBytes, bytes),
  ].filter(({ share }) => share > SHOWN)
}
