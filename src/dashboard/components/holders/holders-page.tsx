import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { at, get, send } from '../../api.js'
import { counted } from '../../format.js'
import { useLive } from '../../live.js'
import { route, setQuery } from '../../router.js'
import { Button, Confirm } from '../button.js'
import { Copy } from '../copy.js'
import { Empty, Loaded } from '../notice.js'
import { Page } from '../page.js'
import { shortOf } from '../shown-text.js'
import { Tabs } from '../tabs.js'
import { Entries } from './entries.js'
import { HolderList } from './holder-list.js'
import { Keys } from './keys.js'
import type { Holder, HolderKind } from './kind.js'
import { NewHolder } from './new-holder.js'

interface HoldersPageProps<H extends Holder> {
  readonly title: string
  readonly lead: string
  readonly kind: HolderKind
  /** What the third part is called. */
  readonly settingsTitle: string
  /** What else can be changed of one; `changed` is called after each change. */
  readonly settings: (holder: H, changed: () => void) => ComponentChildren
}

/** The view of namespaces or of config stores: which there are, and the one that is open. */
export function HoldersPage<H extends Holder>(props: HoldersPageProps<H>) {
  const { title, lead, kind, settingsTitle, settings } = props
  const live = useLive((signal) => getHolders<H>(kind, signal), undefined, ['request', 'clock', 'reset'])
  const [isMaking, setIsMaking] = useState(false)
  const { query } = route.value
  const tab = query.get('tab') ?? ''
  const make = (
    <Button kind="primary" onClick={() => setIsMaking(true)}>
      New {kind.noun}
    </Button>
  )
  return (
    <Page title={title} lead={lead} actions={make}>
      <Loaded of={live}>
        {(holders) => {
          const open = holders.find(({ id }) => id === query.get(kind.parameter)) ?? holders[0]
          if (open === undefined) {
            return (
              <div class="card">
                <Empty title={`No ${kind.noun} yet`}>
                  Make the first one with New {kind.noun}, or take in a seed under State.
                </Empty>
              </div>
            )
          }
          return (
            <div class="master">
              <HolderList kind={kind} holders={holders} open={open} />
              <section class="card flush" aria-label={open.id}>
                <header>
                  <div class="holder-head">
                    <h2 class="mono text">{open.id}</h2>
                    <p class="hint text">{told(open)}</p>
                  </div>
                  <div class="aside">
                    <Copy text={() => open.id} label="Copy id" />
                    <Confirm
                      key={open.id}
                      label="Delete"
                      of={`${open.id} with its entries and keys`}
                      run={async () => {
                        await send('DELETE', kind.base + at`/${open.id}`)
                        setQuery({ [kind.parameter]: '', key: '', prefix: '' })
                        live.reload()
                      }}
                    />
                  </div>
                </header>
                <div class="inset">
                  <Tabs
                    label={`Parts of ${open.id}`}
                    keep={{ [kind.parameter]: open.id }}
                    tabs={[
                      ['Entries', ''],
                      ['Keys', 'keys'],
                      [settingsTitle, 'settings'],
                    ]}
                  />
                </div>
                {tab === '' && <Entries key={open.id} kind={kind} holder={open} onChanged={live.reload} />}
                {tab === 'keys' && <Keys key={open.id} kind={kind} holder={open} onChanged={live.reload} />}
                {tab === 'settings' && <div key={open.id}>{settings(open, live.reload)}</div>}
              </section>
            </div>
          )
        }}
      </Loaded>
      {isMaking && (
        <NewHolder
          kind={kind}
          onClose={() => setIsMaking(false)}
          onMade={(id) => {
            setIsMaking(false)
            setQuery({ [kind.parameter]: id, key: '', prefix: '', tab: '' })
            live.reload()
          }}
        />
      )}
    </Page>
  )
}

async function getHolders<H>({ base, noun }: HolderKind, signal: AbortSignal): Promise<readonly H[]> {
  const answer = await get<Record<string, readonly H[]>>(base, {}, signal)
  return answer[`${noun}s`] ?? []
}

function told({ owner, entries }: Holder): string {
  const { live, expired = 0 } = entries
  const waiting = expired === 0 ? '' : `, ${counted(expired, 'expired one', 'expired ones')} not yet removed`
  return `owned by ${shortOf(owner, 80)} · ${counted(live, 'entry', 'entries')}${waiting}`
}
