import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import { at, run } from '../../../api.js'
import { Action } from '../../../components/button.js'
import { Loaded } from '../../../components/notice.js'
import { useAnswer } from '../../../live.js'
import { linkTo } from '../../../router.js'
import type { CallMend } from './mends.js'
import { putBack } from './put-back.js'
import type { RequestSubject } from './subject.js'

interface PutAgainProps {
  readonly subject: RequestSubject
  readonly onDone: (call: CallMend) => void
}

/** Puts an entry that is gone with the value that it had last; one that never was is made in its view. */
export function PutAgain({ subject: { area, holder, key }, onDone }: PutAgainProps) {
  const path = `/${area}${at`/${holder}/entries/${key}`}`
  const live = useAnswer<{ readonly events: readonly LifeEventInfo[] }>(run.get, `${path}/history`, {
    on: ['reset'],
  })
  return (
    <Loaded of={live}>
      {({ events }) => {
        const body = putBack(events)
        if (body === undefined) {
          const query = area === 'namespaces' ? { ns: holder } : { store: holder }
          return (
            <a class="button small" href={linkTo('data', query)}>
              Make the entry
            </a>
          )
        }
        const call: CallMend = { label: 'Put it again', method: 'PUT', path, body }
        return (
          <Action
            small
            kind="primary"
            run={async () => {
              await run.send('PUT', path, body)
              onDone(call)
            }}
          >
            {call.label}
          </Action>
        )
      }}
    </Loaded>
  )
}
