import { useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useRef } from 'preact/hooks'
import { lazy } from './components/lazy.js'
import { Present } from './components/present.js'
import { unseenFailures } from './features/failures/failures.js'
import { PageDialogs } from './features/page-dialogs.js'
import { SaidLine } from './features/said.js'
import { Horizon } from './features/time/horizon.js'
import { Note } from './features/time/note.js'
import { Transport } from './features/time/transport.js'
import { silent } from './live.js'
import { pastPath } from './past-path.js'
import { point, route, titles, type ViewId } from './router.js'
import { ClockReadout } from './shell/clock-readout.js'
import { ConnectionBanner } from './shell/connection-state.js'
import { Navigation } from './shell/navigation.js'
import { PastFrame, Shown } from './shell/past-frame.js'
import { TokenForm } from './shell/token-form.js'
import { WorldSwitcher } from './shell/world-switcher.js'
import { Activity } from './views/activity/activity.js'

const Data = lazy(async () => (await import('./later.js')).Data)
const Clients = lazy(async () => (await import('./later.js')).Clients)
const Faults = lazy(async () => (await import('./later.js')).Faults)
const Gaps = lazy(async () => (await import('./later.js')).Gaps)
const Snapshots = lazy(async () => (await import('./later.js')).Snapshots)

const views: Readonly<Record<ViewId, ComponentType>> = {
  activity: Activity,
  clients: Clients,
  data: Data,
  faults: Faults,
  snapshots: Snapshots,
  gaps: Gaps,
}

export function App() {
  const { view } = route.value
  const View = views[view]
  const main = useRef<HTMLElement>(null)
  useSignalEffect(() => {
    const failures = unseenFailures.value === 0 ? '' : `(${unseenFailures.value}) `
    document.title = `${failures}${titles[route.value.view]} · tristore emulator`
  })
  useSignalEffect(() => {
    document.documentElement.classList.toggle('silent', silent.value)
  })
  return (
    <>
      {/* This can't be a link, because the URL's hash is used for routing. */}
      <button type="button" class="button skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <div class="masthead">
        <header class="top">
          <WorldSwitcher />
          <ClockReadout />
          <Present>
            <Transport />
          </Present>
          <PageDialogs />
          <ConnectionBanner />
          <PastFrame />
        </header>
        <Present>
          <Horizon />
          <Note />
        </Present>
      </div>
      <Navigation />
      <main id="main" ref={main} tabIndex={-1} class={point.value === null ? '' : 'of-the-past'}>
        <Shown>
          <View key={`${view} ${pastPath.value}`} />
        </Shown>
      </main>
      <TokenForm />
      <SaidLine />
    </>
  )
}
