import type { KeptText, RequestDetails } from '../../../../src/admin/request-json.js'
import { at, run } from '../../../api.js'
import { Chip, StatusChip } from '../../../components/chip.js'
import { Clamp } from '../../../components/clamp.js'
import { Code } from '../../../components/code.js'
import { Loaded } from '../../../components/notice.js'
import { Changes } from '../../../features/history/changes.js'
import { PointLinks } from '../../../features/history/points.js'
import { bytes, counted, dateTime } from '../../../lib/format.js'
import { endText, pathText, sentence, tookText } from '../../../lib/request-text.js'
import { visible } from '../../../lib/visible-text.js'
import { useAnswer } from '../../../live.js'
import { DetailsCard } from '../details-card.js'
import { Actions } from './actions.js'
import { Explain } from './explain.js'
import { factOf } from './fact.js'
import { Mend } from './mend.js'

interface DetailsProps {
  readonly id: string
  readonly onClose: () => void
}

/** One request: why it was answered so, what would change that, and what went over the wire. */
export function Details({ id, onClose }: DetailsProps) {
  const live = useAnswer<RequestDetails>(run.get, at`/requests/${id}`, { on: ['reset', 'requests'] })
  return (
    <DetailsCard title={`Request ${id}`} of="request" onClose={onClose}>
      <Loaded of={live}>{(request) => <Whole request={request} />}</Loaded>
    </DetailsCard>
  )
}

function Whole({ request }: { readonly request: RequestDetails }) {
  return (
    <>
      <Head request={request} />
      <Actions request={request} />
      <Explain request={request} />
      <Mend request={request} />
      <section class="stack tight" aria-label="What it changed">
        <h3>What it changed</h3>
        <Changes from={request.id} to={`after:${request.id}`} />
        <PointLinks id={request.id} view="data" part={partOf(request)} />
      </section>
      <Side title="Request" headers={request.requestHeaders} body={request.requestBody} />
      <Side title="Response" headers={request.responseHeaders} body={request.responseBody} />
    </>
  )
}

function Head({ request }: { readonly request: RequestDetails }) {
  const { status, method, path, target, at: arrived, credential, reason, ended } = request
  const fact = factOf(request)
  const end = endText(request)
  const read = pathText(path)
  return (
    <div class="stack">
      <p class="details-fact">{sentence(fact)}</p>
      <div>
        <p class="row">
          <StatusChip status={status} />
          {end !== undefined && <Chip tone={ended === 'waiting' ? 'warn' : 'calm'}>{end}</Chip>}
          <b>{method}</b> <bdi class="mono text">{read}</bdi>
        </p>
        {read !== target && (
          <p class="hint">
            as sent: <bdi class="mono text">{target}</bdi>
          </p>
        )}
        <p class="hint">
          {dateTime(arrived)} UTC · took {tookText(request)}
        </p>
        <OtherTime request={request} />
        {credential !== null && (
          <p class="hint">
            by <Clamp text={credential} of="credential" />
          </p>
        )}
        {reason !== undefined && visible(reason) !== fact && (
          <p class="hint text">Reason given: {visible(reason)}</p>
        )}
      </div>
    </div>
  )
}

const PARTS: Readonly<Record<string, string>> = {
  config: 'stores',
  documents: 'documents',
  projects: 'projects',
}

/** The part of the data that a request is about. */
const partOf = ({ operation }: RequestDetails): string => PARTS[operation?.split('.')[0] ?? ''] ?? ''

/** Says of a request that its client lives at another time than the world. */
function OtherTime({ request: { otherTime } }: { readonly request: RequestDetails }) {
  if (otherTime === undefined) return null
  return <p class="hint text">From another time: {otherTime}.</p>
}

interface SideProps {
  readonly title: string
  readonly headers: RequestDetails['requestHeaders']
  readonly body: KeptText | undefined
}

/** What one side sent: its headers, and as much of its body as is kept. */
function Side({ title, headers, body }: SideProps) {
  const kept = body === undefined ? 0 : new TextEncoder().encode(body.text).length
  return (
    <section class="stack tight" aria-label={title}>
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
