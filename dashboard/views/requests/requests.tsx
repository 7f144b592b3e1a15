import { Page } from '../../components/page.js'
import { linkTo, route } from '../../router.js'
import { Clients } from './clients.js'
import { Tail } from './tail.js'

const TABS = [
  ['Journal', ''],
  ['Clients', 'clients'],
] as const

/** The view of the app's requests as they come, and of the clients that send them. */
export function Requests() {
  const open = route.value.query.get('tab') ?? ''
  return (
    <Page
      title="Requests"
      lead="What the app sends, and why it was answered as it was."
      actions={
        <nav class="tabs" aria-label="Parts of this view">
          {TABS.map(([label, tab]) => (
            <a
              key={tab}
              href={linkTo('requests', { tab })}
              {...(tab === open ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </a>
          ))}
        </nav>
      }
    >
      {open === 'clients' ? <Clients /> : <Tail />}
    </Page>
  )
}
