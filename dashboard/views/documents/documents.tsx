import { Loaded } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Tabs } from '../../components/tabs.js'
import { useLive } from '../../live.js'
import { route } from '../../router.js'
import { KeysCard } from './keys-card.js'
import { RateLimitCard } from './rate-limit-card.js'
import { RecordList } from './record-list.js'
import { DOCUMENTS, getDatabase, PROJECTS } from './records.js'

const TABS = [
  ['Documents', ''],
  ['Projects', 'projects'],
  ['Keys', 'keys'],
  ['Rate limit', 'rate'],
] as const

/** The document database: its records, its keys, and how often they may ask. */
export function Documents() {
  const live = useLive(getDatabase, undefined, [
    'request',
    'reset',
    'database',
    'database-keys',
    'documents',
    'projects',
  ])
  const tab = route.value.query.get('tab') ?? ''
  return (
    <Page
      title="Documents"
      lead="What the document database holds, and who sees it."
      actions={<Tabs label="Parts of the database" tabs={TABS} />}
    >
      <Loaded of={live}>
        {({ documents, projects, rateLimit }) => (
          <>
            {tab === '' && <RecordList key="d" kind={DOCUMENTS} total={documents} onChanged={live.reload} />}
            {tab === 'projects' && (
              <RecordList key="p" kind={PROJECTS} total={projects} onChanged={live.reload} />
            )}
            {tab === 'keys' && <KeysCard onChanged={live.reload} />}
            {tab === 'rate' && <RateLimitCard rateLimit={rateLimit} onChanged={live.reload} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}
