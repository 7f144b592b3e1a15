import { useState } from 'preact/hooks'
import { get } from '../../api.js'
import { useWhileRunning } from '../../clock.js'
import { Button } from '../../components/button.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { useLive } from '../../live.js'
import { openQuery, route } from '../../router.js'
import { HolderCard, type HolderParts } from './holder-card.js'
import { HolderList } from './holder-list.js'
import type { Holder, HolderKind } from './kind.js'
import { NewHolder } from './new-holder.js'

interface HoldersPageProps<H extends Holder> extends HolderParts<H> {
  readonly title: string
  readonly lead: string
  readonly kind: HolderKind
}

/** The view of namespaces or of config stores: which there are, and the one that is open. */
export function HoldersPage<H extends Holder>(props: HoldersPageProps<H>) {
  const { title, lead, kind, ...parts } = props
  const live = useLive((signal) => getHolders<H>(kind, signal), undefined, [
    'request',
    'clock',
    'reset',
    kind.area,
  ])
  // How many entries are expired changes with time alone.
  useWhileRunning(live.reload)
  const [isMaking, setIsMaking] = useState(false)
  const { query } = route.value
  const make = (
    <Present>
      <Button kind="primary" onClick={() => setIsMaking(true)}>
        New {kind.noun}
      </Button>
    </Present>
  )
  return (
    <Page title={title} lead={lead} actions={make}>
      <Loaded of={live}>
        {(holders) => {
          const sought = query.get(kind.parameter)
          const open = sought === null ? holders[0] : holders.find(({ id }) => id === sought)
          if (holders.length === 0) {
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
              {open === undefined ? (
                <div class="card">
                  <Empty title={`There is no ${kind.noun} ${sought}`}>
                    It may have been deleted, or gone with a reset: choose another.
                  </Empty>
                </div>
              ) : (
                <HolderCard key={open.id} kind={kind} holder={open} changed={live.reload} {...parts} />
              )}
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
            openQuery({ [kind.parameter]: id, key: '', find: '', tab: '', holders: '' })
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
