import { useState } from 'preact/hooks'
import { operations } from '../../../src/contract/operations.js'
import { run } from '../../api.js'
import { Button, useAction } from '../../components/button.js'
import { Select, SelectField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { useOwnOperations } from '../own-operations.js'
import { endOf, STATUS_ENDS } from './fault-state.js'

const OPERATIONS = [
  ['', 'every request'],
  ['*.put', 'every put'],
  ...operations.map(({ id }) => [id, id] as const),
] as const

const ENDS = [...STATUS_ENDS, ['reset', 'a reset'], ['hang', 'no response']] as const

const TIMES = [
  ['1', 'once'],
  ['3', '3 times'],
  ['', 'always'],
] as const

/** Adds a common fault in one line, e.g. "Fail kv.put with 503 once". */
export function FaultLine() {
  const own = useOwnOperations().map(({ id }) => [id, id] as const)
  const [operation, setOperation] = useState('')
  const [end, setEnd] = useState('503')
  const [times, setTimes] = useState('1')
  const { isBusy, error, start } = useAction(() =>
    run.send('POST', '/faults', {
      ...(operation === '' ? {} : { match: { operation } }),
      ...endOf(end),
      ...(times === '' ? {} : { times: Number(times) }),
    }),
  )
  return (
    <Form class="fault-line row" aria-label="Add a fault" onSubmit={start}>
      <SelectField label="Fail" value={operation} onValue={setOperation} options={[...OPERATIONS, ...own]} />
      <SelectField label="with" value={end} onValue={setEnd} options={ENDS} />
      <Select aria-label="How often" value={times} onValue={setTimes} options={TIMES} />
      <Button type="submit" aria-busy={isBusy}>
        Add fault
      </Button>
      <InlineError error={error} />
    </Form>
  )
}
