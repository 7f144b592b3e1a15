import { useState } from 'preact/hooks'
import type { DatabaseInfo } from '../../../src/admin/calls/database.js'
import { send } from '../../api.js'
import { Action, Button, useAction } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { fieldErrors, wholeNumber } from '../../lib/field-errors.js'
import { counted } from '../../lib/format.js'

interface RateLimitCardProps {
  readonly rateLimit: DatabaseInfo['rateLimit']
  readonly onChanged: () => void
}

/** How often each key may ask. */
export function RateLimitCard({ rateLimit, onChanged }: RateLimitCardProps) {
  const [requests, setRequests] = useState<string | undefined>(undefined)
  const [per, setPer] = useState<string | undefined>(undefined)
  const set = async (limit: object | null) => {
    await send('PATCH', '/database', { rateLimit: limit })
    setRequests(undefined)
    setPer(undefined)
    onChanged()
  }
  const typedRequests = requests ?? (rateLimit === null ? '' : String(rateLimit.requests))
  const typedPer = per ?? rateLimit?.per ?? '1m'
  const { isBusy, error, start } = useAction(() =>
    set({ requests: wholeNumber(typedRequests), per: typedPer }),
  )
  const errors = fieldErrors(error, 'rateLimit.requests', 'rateLimit.per')
  return (
    <Card title="Rate limit">
      <Form class="stack" error={error} onSubmit={start}>
        <p class="hint">
          {rateLimit === null
            ? 'None is in force: every key may ask as often as it likes.'
            : `Each key may make ${counted(rateLimit.requests, 'request')} in ${rateLimit.per} of virtual time; more are answered 429.`}
        </p>
        <div class="form">
          <TextField
            label="Requests"
            placeholder="60"
            value={typedRequests}
            onValue={setRequests}
            error={errors.of('rateLimit.requests')}
          />
          <TextField
            label="In a window of"
            hint="30s, 1m, 1h: windows begin at its multiples."
            value={typedPer}
            onValue={setPer}
            error={errors.of('rateLimit.per')}
          />
        </div>
        <div class="form-end">
          <InlineError error={errors.rest} />
          <Action disabled={rateLimit === null} run={() => set(null)}>
            Lift it
          </Action>
          <Button kind="primary" type="submit" disabled={typedRequests === ''} aria-busy={isBusy}>
            Set rate limit
          </Button>
        </div>
      </Form>
    </Card>
  )
}
