import { useState } from 'preact/hooks'
import type { SnapshotInfo, SnapshotsAnswer } from '../../../src/admin/calls/snapshots.js'
import { get, send } from '../../api.js'
import { Button, Confirm, useAction } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Form } from '../../components/form.js'
import { InlineError } from '../../components/notice.js'
import { Card, Page } from '../../components/page.js'
import { Present } from '../../components/present.js'
import { RecordList } from '../../features/records/record-list.js'
import { useAnswer } from '../../live.js'
import { SNAPSHOTS } from './snapshot-kind.js'

export function Snapshots() {
  return (
    <Page title="Snapshots" lead="Save the whole state, and go back to it later.">
      <Present>
        <RecordList kind={SNAPSHOTS}>
          {(list) => (
            <Card title="Snapshots" flush>
              <Take />
              {list}
            </Card>
          )}
        </RecordList>
      </Present>
    </Page>
  )
}

/** Asks before replacing an existing snapshot. */
function Take() {
  const [name, setName] = useState('')
  const [said, setSaid] = useState('')
  const { data } = useAnswer<SnapshotsAnswer>(get, '/snapshots')
  const { isBusy, error, start } = useAction(async () => {
    const taken = await send<SnapshotInfo>('POST', '/snapshots', name === '' ? {} : { name })
    setName('')
    setSaid(`Snapshot ${taken.name} taken`)
  })
  const isReplacing = data?.snapshots.some((one) => one.name === name) ?? false
  return (
    <Form class="inset toolbar" onSubmit={() => !isReplacing && start()}>
      <TextField
        label="Name"
        placeholder="auto-generated"
        value={name}
        onValue={setName}
        {...(isReplacing ? { hint: `${name} already exists.` } : {})}
      />
      {isReplacing ? (
        <Confirm
          key={name}
          label="Replace"
          of={`the snapshot ${name}`}
          small={false}
          kind="plain"
          run={start}
        />
      ) : (
        <Button type="submit" aria-busy={isBusy}>
          Take snapshot
        </Button>
      )}
      <div class="hint said" role="status">
        {said}
      </div>
      <InlineError error={error} />
    </Form>
  )
}
