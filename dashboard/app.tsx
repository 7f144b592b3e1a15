import { useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useRef } from 'preact/hooks'
import { lazy } from './components/lazy.js'
import { unseenFailures } from './features/failures/failures.js'
import { Comparison } from './features/history/comparison.js'
import { PageDialogs } from './features/page-dialogs.js'
import { SaidLine } from './features/said.js'
import { TimeBar } from './features/time/time-bar.js'
import { silent } from './live.js'
import { pastPath } from './past-path.js'
import { point, route, type ViewId } from './router.js'
import { ClockReadout } from './shell/clock-readout.js'
import { ConnectionState } from './shell/connection-state.js'
import { Navigation, titles } from './shell/navigation.js'
import { PastFrame, Shown } from './shell/past-frame.js'
import { TokenForm } from './shell/token-form.js'
import { WorldSwitcher } from './shell/worlds.js'
import { Activity } from './views/activity/activity.js'

const Data = lazy(async () => (await import('./later.js')).Data)
const Settings = lazy(async () => (await import('./later.js')).Settings)

const views: Readonly<Record<ViewId, ComponentType>> = {
  activity: Activity,
  data: Data,
  settings: Settings,
}

/** The page: its frame, and the open view. */
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
      {/* No link: the address names the view. */}
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the contents
      </button>
      <div class="masthead">
        <header class="top">
          <span class="mark row">
            <Mark />
            <span class="mark-name">tristore</span> <span class="mark-kind">emulator</span>
          </span>
          <WorldSwitcher />
          <ConnectionState />
          <PageDialogs />
          <ClockReadout />
          <PastFrame />
        </header>
        <TimeBar />
      </div>
      <Navigation />
      <main id="main" ref={main} tabIndex={-1} class={point.value === null ? '' : 'of-the-past'}>
        <Shown>
          <View key={`${view} ${pastPath.value}`} />
        </Shown>
      </main>
      <Comparison />
      <TokenForm />
      <SaidLine />
    </>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" class="mark-icon">
      <rect width="32" height="32" rx="8" />
      <path d="M8 10.5h16M8 16h11M8 21.5h6" />
      <circle cx="22.5" cy="20.5" r="4.2" />
    </svg>
  )
}
