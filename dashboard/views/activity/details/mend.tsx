import { useState } from 'preact/hooks'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { run } from '../../../api.js'
import { Action } from '../../../components/button.js'
import { Present } from '../../../components/present.js'
import { type CallMend, mendsOf } from './mends.js'
import { PassingKeys } from './passing-keys.js'
import { PutAgain } from './put-again.js'
import { asSent, type SentResult, sendData } from './send-data.js'
import { SentText } from './sent-text.js'
import { subjectOf } from './subject.js'
import type { ToSend } from './to-send.js'

/** What would change the answer, each by one button, and then the request sent again. */
export function Mend({ request }: { readonly request: RequestDetails }) {
  const [done, setDone] = useState<CallMend | undefined>(undefined)
  const [sent, setSent] = useState<SentResult | undefined>(undefined)
  const { calls, needsCredential, needsEntry } = mendsOf(request)
  const subject = subjectOf(request)
  if (calls.length === 0 && !needsCredential && !needsEntry) return null
  const send = async (changed: ToSend) => setSent(await sendData(changed, request))
  const mend = async (call: CallMend) => {
    const { method, path, body } = call
    if (method === 'DELETE') await run.remove(path)
    else await run.send(method, path, body)
    setDone(call)
  }
  return (
    <Present>
      <section class="stack tight" aria-label="Mend it">
        <div class="row tight">
          {needsEntry && subject !== undefined && <PutAgain subject={subject} onDone={setDone} />}
          {calls.map((call, index) => (
            <Action
              key={call.label}
              small
              kind={index === 0 && !needsEntry ? 'primary' : 'plain'}
              run={() => mend(call)}
            >
              {call.label}
            </Action>
          ))}
        </div>
        {needsCredential && subject !== undefined && (
          <PassingKeys subject={subject} request={request} send={send} />
        )}
        <div class="row">
          <span role="status">{done !== undefined && `Done: ${done.label}.`}</span>
          {done !== undefined && (
            <Action small kind="primary" run={() => send(asSent(request))}>
              Send it again
            </Action>
          )}
          <SentText sent={sent} />
        </div>
      </section>
    </Present>
  )
}
