import type { ComponentChildren } from 'preact'
import { at, remove } from '../../api.js'
import { Confirm } from '../../components/button.js'
import { Clamp } from '../../components/clamp.js'
import { Copy } from '../../components/copy.js'
import { Tabs } from '../../components/tabs.js'
import { count, counted } from '../../lib/format.js'
import { route, setQuery } from '../../router.js'
import { Entries } from './entries.js'
import { Keys } from './keys.js'
import type { Holder, HolderKind } from './kind.js'

/** The parts in which namespaces and stores differ. */
export interface HolderParts<H extends Holder> {
  /** The title of the third tab. */
  readonly settingsTitle: string
  /** The contents of the third tab; `changed` is to be called after each change. */
  readonly settings: (holder: H, changed: () => void) => ComponentChildren
}

interface HolderCardProps<H extends Holder> extends HolderParts<H> {
  readonly kind: HolderKind
  readonly holder: H
  readonly changed: () => void
}

/** One namespace or store: its entries, its keys, and what else can be set. */
export function HolderCard<H extends Holder>(props: HolderCardProps<H>) {
  const { kind, holder, changed, settingsTitle, settings } = props
  const { id } = holder
  const tab = route.value.query.get('tab') ?? ''
  return (
    <section class="card flush" aria-label={id}>
      <header>
        <div class="holder-head">
          <h2 class="mono text">{id}</h2>
          <p class="hint text">
            owned by <Clamp text={holder.owner} of="owner" /> · {contents(holder)}
          </p>
        </div>
        <div class="aside">
          <Copy text={() => id} label="Copy id" />
          <Confirm
            label="Delete"
            of={`${id} with its entries and keys`}
            run={async () => {
              await remove(kind.base + at`/${id}`)
              setQuery({ [kind.parameter]: '', key: '', find: '' })
              changed()
            }}
          />
        </div>
      </header>
      <div class="inset">
        <Tabs
          label={`Parts of ${id}`}
          keep={{ [kind.parameter]: id }}
          tabs={[
            ['Entries', ''],
            ['Keys', 'keys'],
            [settingsTitle, 'settings'],
          ]}
        />
      </div>
      {tab === '' && <Entries kind={kind} holder={holder} onChanged={changed} />}
      {tab === 'keys' && <Keys kind={kind} holder={holder} onChanged={changed} />}
      {tab === 'settings' && settings(holder, changed)}
    </section>
  )
}

function contents({ entries }: Holder): string {
  const { live, expired = 0 } = entries
  const waiting = expired === 0 ? '' : `, of which ${count(expired)} expired and not yet removed`
  return `${counted(live + expired, 'entry', 'entries')}${waiting}`
}
