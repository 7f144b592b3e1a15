import type { DatabaseInfo } from '../../../src/admin/calls/database.js'
import { send } from '../../api.js'
import { Action } from '../../components/button.js'
import { DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { Card } from '../../components/page.js'
import { wholeNumber } from '../../lib/field-errors.js'
import { counted } from '../../lib/format.js'

const FIELDS: readonly FieldSpec[] = [
  { name: 'requests', label: 'Requests', path: 'rateLimit.requests', placeholder: '60', isNeeded: true },
  {
    name: 'per',
    label: 'In a window of',
    path: 'rateLimit.per',
    hint: '30s, 1m, 1h: windows begin at its multiples.',
  },
]

const set = (rateLimit: object | null) => send('PATCH', '/database', { rateLimit })

/** How often each key of the database may ask. */
export function RateLimit({ rateLimit }: Pick<DatabaseInfo, 'rateLimit'>) {
  return (
    <Card title="Rate limit">
      <DraftForm
        fields={FIELDS}
        start={{ requests: String(rateLimit?.requests ?? ''), per: rateLimit?.per ?? '1m' }}
        verb="Set rate limit"
        save={({ requests = '', per }) => set({ requests: wholeNumber(requests), per })}
      >
        <div class="row">
          <p class="hint grow">
            {rateLimit === null
              ? 'None is in force: every key may ask as often as it likes.'
              : `Each key may make ${counted(rateLimit.requests, 'request')} in ${rateLimit.per} of virtual time; more are answered 429.`}
          </p>
          <Action small disabled={rateLimit === null} run={() => set(null)}>
            Lift it
          </Action>
        </div>
      </DraftForm>
    </Card>
  )
}
