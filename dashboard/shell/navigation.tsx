import type { ComponentChildren } from 'preact'
import { Icon } from '../components/icon.js'
import { lazy } from '../components/lazy.js'
import { held, useFaultCounts } from '../features/faults/known-faults.js'
import { isTimeOpen } from '../features/time/transport.js'
import { count } from '../lib/format.js'
import { linkTo, route, titles, type ViewId } from '../router.js'
import { isNarrow } from '../window-width.js'

const Tree = lazy(async () => (await import('../later.js')).Tree)

/** Also shows the data tree while Data is open. On a phone it's at the bottom, with a button for the time panel. */
export function Navigation() {
  const { active } = useFaultCounts()
  const isOpen = isTimeOpen.value
  return (
    <nav class="nav" aria-label="Views">
      <ViewLink view="activity">
        {held.value.length > 0 && <span class="warn">{held.value.length} held</span>}
      </ViewLink>
      <ViewLink view="clients" />
      <ViewLink view="data" />
      {route.value.view === 'data' && !isNarrow.value && <Tree />}
      <ViewLink view="faults">{active > 0 && <span class="bad">{count(active)} on</span>}</ViewLink>
      <ViewLink view="snapshots" />
      <button
        type="button"
        class="nav-time"
        aria-expanded={isOpen}
        onClick={() => {
          isTimeOpen.value = !isOpen
        }}
      >
        <Icon of="clock" />
        Time
      </button>
    </nav>
  )
}

function ViewLink({ view, children }: { readonly view: ViewId; readonly children?: ComponentChildren }) {
  const isOpen = route.value.view === view
  return (
    <a href={linkTo(view)} {...(isOpen ? { 'aria-current': 'page' as const } : {})}>
      <Icon of={view} />
      <span>{titles[view]}</span>
      {children}
    </a>
  )
}
