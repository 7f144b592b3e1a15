import { Chip } from '../components/chip.js'
import { held } from '../features/faults/known-faults.js'
import { linkTo, route, type ViewId, viewIds } from '../router.js'

/** The titles of the views. */
export const titles: Readonly<Record<ViewId, string>> = {
  activity: 'Activity',
  data: 'Data',
  settings: 'Settings',
}

/** Line drawings of 20 by 20. */
const icons: Readonly<Record<ViewId, string>> = {
  activity: 'M3 6.5h11M11 3.5l3 3l-3 3M17 13.5H6M9 10.5l-3 3l3 3',
  data: 'M3 4h5v4H3zM12 4h5v4h-5zM12 12h5v4h-5zM8 6h4M10 6v8h2',
  settings: 'M4 5c0-3 12-3 12 0v10c0 3-12 3-12 0zM4 5c0 3 12 3 12 0M4 10c0 3 12 3 12 0',
}

/** The links to the views. */
export function Navigation() {
  const { view } = route.value
  return (
    <nav class="nav" aria-label="Views">
      {viewIds.map((id) => (
        <a key={id} href={linkTo(id)} {...(id === view ? { 'aria-current': 'page' as const } : {})}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <path d={icons[id]} />
          </svg>
          {titles[id]}
          {id === 'activity' && held.value.length > 0 && <Chip tone="warn">{held.value.length} held</Chip>}
        </a>
      ))}
    </nav>
  )
}
