import { shorten } from '../../../src/core/shorten.js'
import type { AskedPause, Lane, LaneRequest } from '../../../src/journal/conduct/lanes.js'
import { run } from '../../api.js'
import { StatusChip } from '../../components/chip.js'
import { Clamp } from '../../components/clamp.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { counted, duration, span } from '../../lib/format.js'
import { subjectText } from '../../lib/request-text.js'
import { visible } from '../../lib/visible-text.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'

/** ms: each answer looks at many requests. */
const REST_MS = 2000

/** The last requests of each client, one lane a client: retries are joined, and asked pauses are drawn. */
export function Lanes() {
  const live = useLive(
    (signal) => run.get<{ lanes: readonly Lane[] }>('/lanes', {}, signal),
    undefined,
    ['request', 'reset', 'requests'],
    REST_MS,
  )
  return (
    <Loaded of={live}>
      {({ lanes }) =>
        lanes.length === 0 ? (
          <Empty title="No request yet">Each client has a lane here, with its retries and pauses.</Empty>
        ) : (
          <div class="lanes">
            {lanes.map((lane) => (
              <LaneCard key={lane.client} lane={lane} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

/** Characters of a credential that the title of a lane has. */
const TITLE_MAX = 40

/** Requests of a lane that are shown: the last ones. */
const SHOWN_MAX = 60

function LaneCard({ lane: { client, requests } }: { readonly lane: Lane }) {
  const shown = requests.slice(-SHOWN_MAX)
  const title = client === null ? 'Without a credential' : visible(shorten(client, TITLE_MAX))
  return (
    <Card title={title} aside={<span class="hint">{counted(requests.length, 'request')}</span>}>
      {client !== null && client.length > TITLE_MAX && (
        <p class="mono">
          <Clamp text={client} of="client" />
        </p>
      )}
      {shown.length < requests.length && <p class="hint">the last {SHOWN_MAX} of them, oldest first</p>}
      <ol class="lane">
        {shown.map((request) => (
          <Step key={request.id} request={request} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ request }: { readonly request: LaneRequest }) {
  const { id, method, path, status, sinceMs, retryOf, pause } = request
  return (
    <li class={retryOf === undefined ? '' : 'retry'}>
      {pause === undefined ? (
        sinceMs !== undefined && <span class="lane-gap hint">{lengthText(sinceMs)} later</span>
      ) : (
        <Pause pause={pause} />
      )}
      <a class="lane-request" href={linkTo('requests', { id })}>
        <span class="mono">{id}</span>
        <StatusChip status={status} />
        <bdi class="mono">
          {method} {subjectText(path)}
        </bdi>
        {retryOf !== undefined && <span class="hint">repeats {retryOf}</span>}
      </a>
    </li>
  )
}

/** Whole ms: "3 ms", "1.5 s", "1 d". */
const lengthText = (ms: number): string => (ms < 1000 ? `${ms} ms` : ms < 60_000 ? duration(ms) : span(ms))

const VERDICTS: Readonly<Record<AskedPause['verdict'], string>> = {
  kept: 'kept',
  early: 'too early',
  unsure: 'too early, or not known to it yet',
}

/** The pause that was asked for as a line, filled as far as it was kept. */
function Pause({ pause: { by, askedMs, waitedMs, verdict } }: { readonly pause: AskedPause }) {
  const share = askedMs === 0 ? 1 : Math.min(1, waitedMs / askedMs)
  return (
    <span class={`lane-pause ${verdict}`}>
      <span class="lane-track" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        waited {lengthText(waitedMs)} of the {lengthText(askedMs)} that {by} asked for: {VERDICTS[verdict]}
      </span>
    </span>
  )
}
