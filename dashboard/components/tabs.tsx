import { linkTo, route } from '../router.js'

interface TabsProps {
  /** The name of the whole that has these parts, for screen readers. */
  readonly label: string
  /** Their titles, and their `tab` in the page's address; the first has none. */
  readonly tabs: readonly (readonly [label: string, tab: string])[]
  /** Parameters of the address that all of them keep. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Links to the parts of a view. */
export function Tabs({ label, tabs, keep = {} }: TabsProps) {
  const { view, query } = route.value
  const open = query.get('tab') ?? ''
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([text, tab]) => (
        <a
          key={tab}
          href={linkTo(view, { ...keep, tab })}
          {...(tab === open ? { 'aria-current': 'page' as const } : {})}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}
