import type { ComponentChildren } from 'preact'
import { Icon } from '../components/icon.js'
import { useActiveFaults } from '../features/faults/active-faults.js'
import { held } from '../features/faults/known-faults.js'
import { isTimeOpen } from '../features/time/transport.js'
import { count } from '../lib/format.js'
import { linkTo, route, titles, type ViewId } from '../router.js'

/** The links to the views, by what one does there; on a phone they are at the bottom, and time is among them. */
export function Navigation() {
  const active = useActiveFaults()
  const isOpen = isTimeOpen.value
  return (
    <nav class="nav" aria-label="Views">
      <Place view="activity">
        {held.value.length > 0 && <span class="nav-warn">{held.value.length} held</span>}
      </Place>
      <Place view="clients" />
      <Place view="data" />
      <Place view="faults">{active > 0 && <span class="nav-bad">{count(active)} on</span>}</Place>
      <Place view="snapshots" />
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

function Place({ view, children }: { readonly view: ViewId; readonly children?: ComponentChildren }) {
  const isOpen = route.value.view === view
  return (
    <a href={linkTo(view)} {...(isOpen ? { 'aria-current': 'page' as const } : {})}>
      <Icon of={view} />
      <span>{titles[view]}</span>
      {children}
    </a>
  )
}
