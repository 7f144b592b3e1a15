import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../components/icon.js'
import { shortText } from '../components/short-text.js'
import { useActiveFaults } from '../features/faults/active-faults.js'
import { held } from '../features/faults/known-faults.js'
import { isTimeOpen } from '../features/time/transport.js'
import { namespaces } from '../features/world-data.js'
import { count } from '../lib/format.js'
import { largestShare } from '../lib/usage.js'
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
      {route.value.view !== 'data' && <DataPlaces />}
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

/** The namespaces that have a line; Data has all of them. */
const SHOWN_MAX = 6

/** The parts of the data, which Data itself has as a tree. */
function DataPlaces() {
  const all = namespaces.data.value ?? []
  return (
    <div class="nav-parts">
      {all.slice(0, SHOWN_MAX).map((namespace) => {
        const { id, entries } = namespace
        const share = largestShare(namespace)
        return (
          <Part key={id} icon="namespaces" query={{ ns: id }} title={id}>
            <bdi class="mono">{shortText(id, 24)}</bdi>
            <span class="nav-count">{count(entries.live)}</span>
            {share >= 0.5 && (
              <span class="nav-quota" title={`${Math.floor(100 * share)} % of a limit is used`}>
                <span style={{ width: `${100 * Math.min(1, share)}%` }} />
              </span>
            )}
          </Part>
        )
      })}
      {all.length > SHOWN_MAX && (
        <a href={linkTo('data')} class="hint">
          and {count(all.length - SHOWN_MAX)} more
        </a>
      )}
      <Part icon="stores" query={{ in: 'stores' }}>
        Config stores
      </Part>
      <Part icon="documents" query={{ in: 'documents' }}>
        Documents
      </Part>
    </div>
  )
}

interface PartProps {
  readonly icon: IconName
  readonly query: Readonly<Record<string, string>>
  readonly title?: string
  readonly children: ComponentChildren
}

const Part = ({ icon, query, title, children }: PartProps) => (
  <a href={linkTo('data', query)} {...(title === undefined ? {} : { title })}>
    <Icon of={icon} />
    {children}
  </a>
)
