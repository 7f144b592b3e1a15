import type { KeptText, RequestDetails } from '../../../../src/admin/request-json.js'
import { Chip, Status } from '../../../components/chip.js'
import { Code } from '../../../components/code.js'
import { Copy } from '../../../components/copy.js'
import { Clamp } from '../../../components/short-text.js'
import { WhatChanged } from '../../../features/history/what-changed.js'
import { bytes, counted, dateTime } from '../../../lib/format.js'
import { clientText, endText, pathText, sentence, subjectText, tookText } from '../../../lib/request-text.js'
import { visible } from '../../../lib/visible-text.js'
import { Actions, CopyAs } from './actions.js'
import { Checks } from './checks.js'
import { factOf } from './fact.js'
import { useKeyEvents } from './key-events.js'
import { KeyLife } from './key-life.js'
import { Mend } from './mend.js'

export function WholeRequest({ request }: { readonly request: RequestDetails }) {
  const events = useKeyEvents(request)
  return (
    <>
      <div class="part">
        <Head request={request} />
        <Mend request={request} events={events} />
        <Actions request={request} />
      </div>
      <Checks request={request} />
      <KeyLife request={request} events={events} />
      <Side title="Request" headers={request.requestHeaders} body={request.requestBody} />
      <Side title="Response" headers={request.responseHeaders} body={request.responseBody} />
      <WhatChanged id={request.id} part={partOf(request)} />
      <CopyAs request={request} />
    </>
  )
}

function Head({ request }: { readonly request: RequestDetails }) {
  const {
    status,
    method,
    path,
    target,
    at: arrived,
    credential,
    userAgent,
    reason,
    ended,
    otherTime,
  } = request
  const fact = factOf(request)
  const end = endText(request)
  return (
    <>
      <p class="row tight">
        <Status status={status} />
        {end !== undefined && <Chip tone={ended === 'waiting' ? 'warn' : 'calm'}>{end}</Chip>}
        <bdi class="mono text hint" title={target}>
          {method} {subjectText(path)}
        </bdi>
      </p>
      <p class="fact">{sentence(fact)}</p>
      <p class="hint text">
        {userAgent !== undefined && `${clientText(request)} · `}
        {credential !== null && (
          <>
            by <Clamp text={credential} of="credential" /> ·{' '}
          </>
        )}
        {dateTime(arrived)} UTC · <span class="unbroken">waited {tookText(request)}</span>
      </p>
      {pathText(path) !== target && (
        <p class="hint">
          As sent: <bdi class="mono text">{target}</bdi>
        </p>
      )}
      {otherTime !== undefined && <p class="hint text">From another time: {otherTime}.</p>}
      {reason !== undefined && visible(reason) !== fact && (
        <p class="hint text">Reason given: {visible(reason)}</p>
      )}
    </>
  )
}

const PARTS: Readonly<Record<string, string>> = {
  config: 'stores',
  documents: 'documents',
  projects: 'projects',
}

const partOf = ({ operation }: RequestDetails): string => PARTS[operation?.split('.')[0] ?? ''] ?? ''

interface SideProps {
  readonly title: string
  readonly headers: RequestDetails['requestHeaders']
  readonly body: KeptText | undefined
}

function Side({ title, headers, body }: SideProps) {
  const kept = body === undefined ? 0 : new TextEncoder().encode(body.text).length
  return (
    <section class="part" aria-label={title}>
      <h3>{title}</h3>
      <details>
        <summary>{counted(headers.length, 'header')}</summary>
        <dl class="pairs">
          {headers.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>
                <Clamp text={value} of={name} />
              </dd>
              <Copy text={() => value} of={name} />
            </div>
          ))}
        </dl>
      </details>
      {body !== undefined && body.text !== '' && (
        <Code label={`${title} body, ${bytes(body.bytes)}`} text={body.text} />
      )}
      {body !== undefined && kept < body.bytes && (
        <p class="hint">
          The journal kept the first {bytes(kept)} of {bytes(body.bytes)}.
        </p>
      )}
    </section>
  )
}
