import { useState } from 'preact/hooks'
import type { LifeEventInfo } from '../../../../src/admin/calls/history/life.js'
import type { RequestDetails } from '../../../../src/admin/request-json.js'
import type { Fix } from '../../../../src/domain/refusals/fixes.js'
import { at, run } from '../../../api.js'
import { Action } from '../../../components/button.js'
import { Present } from '../../../components/present.js'
import type { ToSend } from '../../../lib/curl.js'
import { putBack, withHeader } from './mends.js'
import { asSent, type SentResult, sendData } from './send-data.js'
import { SentText } from './sent-text.js'
import { subjectOf } from './subject.js'

interface MendProps {
  readonly request: RequestDetails
  /** Of the entry that the request was about, oldest first. */
  readonly events: readonly LifeEventInfo[]
}

export function Mend({ request, events }: MendProps) {
  const [done, setDone] = useState<Fix | undefined>(undefined)
  const [sent, setSent] = useState<SentResult | undefined>(undefined)
  const again = putAgain(request, events)
  const { fixes } = request.explain
  const all = again === undefined ? fixes : [again, ...fixes.filter(({ call }) => call?.path !== '/state')]
  const send = async (changed: ToSend) => setSent(await sendData(changed, request))
  const mend = async (fix: Fix) => {
    const answer = await callOf(fix)
    if (fix.header === undefined) setDone(fix)
    else await send(withHeader(asSent(request), fix.header, answer))
  }
  if (all.length === 0) return null
  const isAdvice = ({ call, header }: Fix) => call === undefined && header === undefined
  const buttons = all.filter((fix) => !isAdvice(fix))
  return (
    <Present>
      <section class="stack tight" aria-label="Fixes">
        {all.filter(isAdvice).map(({ text }) => (
          <p key={text} class="text">
            {text}.
          </p>
        ))}
        <div class="row tight mends">
          {buttons.map((fix, index) => (
            <Action key={fix.text} small kind={index === 0 ? 'primary' : 'plain'} run={() => mend(fix)}>
              {fix.text}
            </Action>
          ))}
        </div>
        {(done !== undefined || sent !== undefined) && (
          <div class="row">
            {done !== undefined && (
              <>
                <span role="status">Done: {done.text}.</span>
                <Action small kind="primary" run={() => send(asSent(request))}>
                  Send again
                </Action>
              </>
            )}
            <SentText sent={sent} />
          </div>
        )}
      </section>
    </Present>
  )
}

async function callOf({ call }: Fix): Promise<Readonly<Record<string, unknown>>> {
  if (call === undefined) return {}
  const { method, path, body } = call
  if (method !== 'DELETE') return run.send(method, path, body)
  await run.remove(path)
  return {}
}

/** Restores a missing entry's last value, if it ever had one. */
function putAgain(request: RequestDetails, events: readonly LifeEventInfo[]): Fix | undefined {
  const subject = subjectOf(request)
  const body = request.outcome === 'entry_missing' ? putBack(events) : undefined
  if (subject === undefined || body === undefined) return undefined
  const path = `/${subject.area}${at`/${subject.holder}/entries/${subject.key}`}`
  return { text: 'Put it back', call: { method: 'PUT', path, body } }
}
