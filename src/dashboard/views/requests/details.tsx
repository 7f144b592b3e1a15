import type { KeptText, RequestDetails } from '../../../admin/request-json.js'
import { at, run } from '../../api.js'
import { Button } from '../../components/button.js'
import { StatusChip } from '../../components/chip.js'
import { Code } from '../../components/code.js'
import { Copy } from '../../components/copy.js'
import { Loaded } from '../../components/notice.js'
import { Changes } from '../../features/history/changes.js'
import { PointLinks } from '../../features/history/points.js'
import { curlOf } from '../../lib/curl.js'
import { bytes, dateTime, duration } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { linkTo, type ViewId } from '../../router.js'
import { Explain } from './explain.js'
import { OtherTime } from './other-time.js'

interface DetailsProps {
  readonly id: string
  readonly onClose: () => void
}

/** One request: why it was answered so, and what went over the wire. */
export function Details({ id, onClose }: DetailsProps) {
  const live = useLive((signal) => run.get<RequestDetails>(at`/requests/${id}`, {}, signal), id, ['reset'])
  return (
    <aside class="card details" aria-label={`Request ${id}`}>
      <header>
        <h2>Request {id}</h2>
        <div class="aside">
          {live.data !== undefined && <Actions request={live.data} />}
          <Button kind="quiet" small aria-label="Close the request" onClick={onClose}>
            ✕
          </Button>
        </div>
      </header>
      <div class="card-body stack">
        <Loaded of={live}>{(request) => <Whole request={request} />}</Loaded>
      </div>
    </aside>
  )
}

function Actions({ request }: { readonly request: RequestDetails }) {
  const { operation, method, path } = request
  const match = operation === null ? { method, path } : { operation }
  return (
    <>
      <Copy label="Copy as curl" text={() => curlOf(request)} />
      <a class="button quiet small" href={linkTo('faults', match)}>
        Add a fault
      </a>
    </>
  )
}

function Whole({ request }: { readonly request: RequestDetails }) {
  const { status, method, target, at: arrived, durationMs, credential, reason, lostStatus } = request
  return (
    <>
      <div>
        <p class="details-line">
          <StatusChip status={status} /> <b>{method}</b> <bdi class="mono text">{target}</bdi>
        </p>
        <p class="hint text">
          {dateTime(arrived)} UTC · took {duration(durationMs)}
          {credential !== null && <> · {credential}</>}
        </p>
        <OtherTime request={request} />
        {reason !== undefined && <p class="details-reason text">{reason}</p>}
        {lostStatus !== undefined && (
          <p class="details-reason">The answer {lostStatus} was made, and lost in the fault.</p>
        )}
      </div>
      <Explain request={request} />
      <section class="side" aria-label="What it changed">
        <h3>What it changed</h3>
        <Changes from={request.id} to={`after:${request.id}`} />
        <PointLinks id={request.id} view={viewOf(request)} />
      </section>
      <Side title="Request" headers={request.requestHeaders} body={request.requestBody} />
      <Side title="Response" headers={request.responseHeaders} body={request.responseBody} />
    </>
  )
}

const VIEWS: Readonly<Record<string, ViewId>> = {
  kv: 'key-value',
  config: 'config',
  documents: 'documents',
  projects: 'documents',
}

/** The view of what a request is about. */
function viewOf({ operation }: RequestDetails): ViewId {
  return VIEWS[operation?.split('.')[0] ?? ''] ?? 'overview'
}

interface SideProps {
  readonly title: string
  readonly headers: RequestDetails['requestHeaders']
  readonly body: KeptText | undefined
}

function Side({ title, headers, body }: SideProps) {
  const kept = body === undefined ? 0 : new TextEncoder().encode(body.text).length
  return (
    <section class="side" aria-label={title}>
      <h3>{title}</h3>
      <details>
        <summary>
          {headers.length} {headers.length === 1 ? 'header' : 'headers'}
        </summary>
        <dl class="headers">
          {headers.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd class="text">{value}</dd>
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
