import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { at, run } from '../../../api.js'
import { Chip, StatusChip } from '../../../components/chip.js'
import { Clamp } from '../../../components/clamp.js'
import { Loaded } from '../../../components/notice.js'
import { Changes } from '../../../features/history/changes.js'
import { PointLinks } from '../../../features/history/points.js'
import { dateTime } from '../../../lib/format.js'
import { endText, pathText, sentence, tookText } from '../../../lib/request-text.js'
import { visible } from '../../../lib/visible-text.js'
import { type Live, useLive } from '../../../live.js'
import { DetailsCard } from '../details-card.js'
import { Actions } from './actions.js'
import { Explain } from './explain.js'
import { factOf } from './fact.js'
import { Mend } from './mend.js'
import { OtherTime } from './other-time.js'
import { Side } from './side.js'

interface DetailsProps {
  readonly id: string
  readonly onClose: () => void
}

/** One request: why it was answered so, what would change that, and what went over the wire. */
export function Details({ id, onClose }: DetailsProps) {
  const live: Live<RequestDetails> = useLive(
    (signal) => run.get<RequestDetails>(at`/requests/${id}`, {}, signal),
    id,
    ['reset', 'requests'],
  )
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
      <section class="side" aria-label="What it changed">
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
        <p class="details-line">
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
