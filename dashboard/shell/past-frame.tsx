import type { ComponentChildren } from 'preact'
import type { WorldInfo } from '../../src/admin/calls/worlds.js'
import { dashboardPath } from '../address.js'
import { run } from '../api.js'
import { Action, Confirm } from '../components/button.js'
import { InlineError } from '../components/notice.js'
import { Page } from '../components/page.js'
import { pointText } from '../features/history/points.js'
import { dateTime } from '../lib/format.js'
import { past, pastError } from '../past.js'
import { linkHere, linkTo, point, route, setQuery, titles } from '../router.js'

export function PastFrame() {
  const wanted = point.value
  if (wanted === null) return null
  const shown = past.value
  const isOpen = shown?.point === wanted
  return (
    <section class="past" aria-label="The past">
      <p role="status">
        <strong>{isOpen ? `As of ${dateTime(shown.at)}` : 'Going back'}</strong>, {pointText(wanted)}
        {isOpen && <span class="hint"> · read-only</span>}
      </p>
      <div class="row">
        <a class="button primary small" href={linkHere({ at: '' })}>
          Back to now
        </a>
        {isOpen && (
          <>
            <Action small run={() => fork(wanted)}>
              Fork world here
            </Action>
            <Confirm
              label="Restore"
              of={`the world as it was ${pointText(wanted)}`}
              kind="plain"
              isOfRun
              run={async () => {
                await run.send('POST', '/undo', { to: wanted })
                setQuery({ at: '' })
              }}
            />
            <a class="button quiet small" href={linkTo('activity', { from: wanted, to: 'now', at: '' })}>
              Compare with…
            </a>
          </>
        )}
      </div>
    </section>
  )
}

/** Waits until the requested moment is ready. */
export function Shown({ children }: { readonly children: ComponentChildren }) {
  if (point.value === (past.value?.point ?? null)) return <>{children}</>
  const error = pastError.value
  return (
    <Page title={titles[route.value.view]}>
      {error === undefined ? <p class="loading">Going back…</p> : <InlineError error={error} />}
    </Page>
  )
}

async function fork(at: string): Promise<void> {
  const { id } = await run.send<WorldInfo>('POST', '/worlds', { at })
  location.assign(dashboardPath(id) + linkHere({ at: '' }))
}
