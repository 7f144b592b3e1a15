import { useState } from 'preact/hooks'
import type { HeldRequestInfo } from '../../../src/admin/calls/faults/held.js'
import { at, run } from '../../api.js'
import { Action, Button, useAction } from '../../components/button.js'
import { Select } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { endOf, STATUS_ENDS } from '../../features/faults/fault-state.js'
import { held } from '../../features/faults/known-faults.js'
import { counted } from '../../lib/format.js'
import { pathText } from '../../lib/request-text.js'
import { linkTo } from '../../router.js'

const ENDS = [...STATUS_ENDS, ['reset', 'connection reset'], ['close', 'connection closed']] as const

export function HeldCard() {
  const list = held.value
  if (list.length === 0) return null
  const releaseAll = () => Promise.all(list.map(({ id }) => end(id, {})))
  return (
    <div class="held-card">
      <Card
        title={`${counted(list.length, 'request')} held`}
        flush
        aside={list.length > 1 && <Action run={releaseAll}>Release all</Action>}
      >
        <ul class="items">
          {list.map((one) => (
            <Held key={one.id} held={one} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

const end = (id: string, how: object): Promise<unknown> => run.send('POST', at`/held/${id}`, how)

function Held({ held: { id, method, path, fault } }: { readonly held: HeldRequestInfo }) {
  const [how, setHow] = useState('503')
  const { isBusy, error, start } = useAction(() => end(id, endOf(how)))
  return (
    <li>
      <span class="mono">{id}</span>
      <span class="mono text items-name">
        <b>{method}</b> <bdi>{pathText(path)}</bdi>
      </span>
      <span class="hint">
        held by <a href={linkTo('faults')}>{fault}</a>
      </span>
      <Action small aria-label={`Release ${id}`} run={() => end(id, {})}>
        Release
      </Action>
      <Form class="row" onSubmit={start}>
        <Select aria-label={`Fail ${id} with`} value={how} onValue={setHow} options={ENDS} />
        <Button small type="submit" aria-busy={isBusy} aria-label={`Fail ${id}`}>
          Fail
        </Button>
      </Form>
      <InlineError error={error} />
    </li>
  )
}
