import type { DatabaseInfo } from '../../../src/admin/calls/database.js'
import { get, send } from '../../api.js'
import { Action } from '../../components/button.js'
import { DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { Loaded } from '../../components/notice.js'
import { Card, Page } from '../../components/page.js'
import { Tabs } from '../../components/tabs.js'
import { RecordList } from '../../features/records/record-list.js'
import { wholeNumber } from '../../lib/field-errors.js'
import { counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { route } from '../../router.js'
import { DatabaseKeys } from './database-keys.js'
import { DOCUMENTS, PROJECTS } from './records.js'

const TABS = [
  ['Documents', ''],
  ['Projects', 'projects'],
  ['Keys', 'keys'],
  ['Rate limit', 'rate'],
] as const

/** The document database: its records, its keys, and how often they may ask. */
export function Documents() {
  const live = useLive((signal) => get<DatabaseInfo>('/database', {}, signal), undefined, [
    'request',
    'reset',
    'database',
    'database-keys',
    'documents',
    'projects',
  ])
  const tab = route.value.query.get('tab') ?? ''
  const kind = tab === 'projects' ? PROJECTS : DOCUMENTS
  return (
    <Page
      title="Documents"
      lead="What the document database holds, and who sees it."
      actions={<Tabs label="Parts of the database" tabs={TABS} />}
    >
      <Loaded of={live}>
        {(database) =>
          tab === 'keys' ? (
            <DatabaseKeys onChanged={live.reload} />
          ) : tab === 'rate' ? (
            <RateLimit rateLimit={database.rateLimit} onChanged={live.reload} />
          ) : (
            <Card key={tab} title={counted(database[kind.area], kind.noun)} flush>
              <RecordList kind={kind} onChanged={live.reload} />
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}

const RATE: readonly FieldSpec[] = [
  { name: 'requests', label: 'Requests', path: 'rateLimit.requests', placeholder: '60', isNeeded: true },
  {
    name: 'per',
    label: 'In a window of',
    path: 'rateLimit.per',
    hint: '30s, 1m, 1h: windows begin at its multiples.',
  },
]

interface RateLimitProps {
  readonly rateLimit: DatabaseInfo['rateLimit']
  readonly onChanged: () => void
}

/** How often each key may ask. */
function RateLimit({ rateLimit, onChanged }: RateLimitProps) {
  const set = (limit: object | null) => send('PATCH', '/database', { rateLimit: limit })
  return (
    <Card title="Rate limit">
      <DraftForm
        fields={RATE}
        start={{ requests: String(rateLimit?.requests ?? ''), per: rateLimit?.per ?? '1m' }}
        verb="Set rate limit"
        save={({ requests = '', per }) => set({ requests: wholeNumber(requests), per })}
        onSaved={onChanged}
      >
        <div class="row">
          <p class="hint grow">
            {rateLimit === null
              ? 'None is in force: every key may ask as often as it likes.'
              : `Each key may make ${counted(rateLimit.requests, 'request')} in ${rateLimit.per} of virtual time; more are answered 429.`}
          </p>
          <Action small disabled={rateLimit === null} run={() => set(null).then(onChanged)}>
            Lift it
          </Action>
        </div>
      </DraftForm>
    </Card>
  )
}
