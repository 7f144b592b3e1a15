import { useEffect, useRef } from 'preact/hooks'
import { HeldBadge } from '../features/held/held-badge.js'
import { linkTo, route, type ViewId, viewIds } from '../router.js'
import { showInList } from '../scroll.js'

/** The titles of the views. */
export const titles: Readonly<Record<ViewId, string>> = {
  activity: 'Activity',
  'key-value': 'Key-value',
  config: 'Config',
  documents: 'Documents',
  settings: 'Settings',
}

/** Line drawings of 20 by 20. */
const icons: Readonly<Record<ViewId, string>> = {
  activity: 'M3 6.5h11M11 3.5l3 3l-3 3M17 13.5H6M9 10.5l-3 3l3 3',
  'key-value': 'M7 13a4 4 0 1 1 3.500-2.100L17 17.500M13.800 14.200l1.600-1.600',
  config: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  documents: 'M5 2.500h7l3.500 3.500v11.500H5zM12 2.500V6h3.500M8 10h5M8 13.500h5',
  settings: 'M4 5c0-3 12-3 12 0v10c0 3-12 3-12 0zM4 5c0 3 12 3 12 0M4 10c0 3 12 3 12 0',
}

/** The links to the views. */
export function Navigation() {
  const { view } = route.value
  const current = useRef<HTMLAnchorElement>(null)
  // In a narrow window the views are a row that scrolls.
  useEffect(() => showInList(current.current), [view])
  return (
    <nav class="nav" aria-label="Views">
      {viewIds.map((id) => (
        <a key={id} href={linkTo(id)} {...(id === view ? { 'aria-current': 'page', ref: current } : {})}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <path d={icons[id]} />
          </svg>
          {titles[id]}
          {id === 'activity' && <HeldBadge />}
        </a>
      ))}
    </nav>
  )
}
