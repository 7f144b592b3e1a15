import type { DutyReport, Conduct as Judged } from '../../../src/journal/conduct/conduct.js'
import { run } from '../../api.js'
import { Bar } from '../../components/bar.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Empty, Loaded } from '../../components/notice.js'
import { Card } from '../../components/page.js'
import { count, counted } from '../../lib/format.js'
import { useLive } from '../../live.js'
import { linkTo } from '../../router.js'

/** ms: each judgement reads the whole journal. */
const REST_MS = 2000

/** Whether the client under test keeps its part of the contract, as far as the journal shows. */
export function Conduct() {
  const live = useLive(
    (signal) => run.get<Judged>('/conduct', {}, signal),
    undefined,
    ['request', 'reset', 'requests'],
    REST_MS,
  )
  return (
    <Loaded of={live}>
      {(judged) => (
        <div class="stack">
          <Card title="The client's duties" aside={<span>{judgedText(judged)}</span>}>
            <ul class="duties">
              {judged.duties.map((duty) => (
                <Duty key={duty.id} duty={duty} />
              ))}
            </ul>
          </Card>
          <div class="columns">
            <Quotas judged={judged} />
            <Gaps judged={judged} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function judgedText({ judged, dropped }: Judged): string {
  const lost = dropped === 0 ? '' : `; the journal has lost ${count(dropped)} earlier ones`
  return `judged by ${counted(judged, 'request')}${lost}`
}

const TONES: Readonly<Record<DutyReport['verdict'], Tone>> = {
  kept: 'good',
  broken: 'bad',
  'not exercised': 'calm',
  'cannot be told': 'warn',
}

/** More of them would say no more. */
const DOUBTS_SHOWN = 3

function Duty({
  duty: { duty, section, verdict, wrong, doubts, requests, breaches, undecided },
}: {
  readonly duty: DutyReport
}) {
  return (
    <li>
      <Chip tone={TONES[verdict]}>{verdict}</Chip>
      <div>
        <p>
          {duty} <span class="hint">({section})</span>
        </p>
        {wrong.slice(0, 5).map((sentence) => (
          <p key={sentence} class="duty-wrong text">
            {sentence}
          </p>
        ))}
        {breaches > 5 && <p class="hint">and {counted(breaches - 5, 'time')} more</p>}
        {doubts.slice(0, DOUBTS_SHOWN).map((sentence) => (
          <p key={sentence} class="hint text">
            {sentence}
          </p>
        ))}
        {undecided > DOUBTS_SHOWN && (
          <p class="hint">and {counted(undecided - DOUBTS_SHOWN, 'time')} more that cannot be told</p>
        )}
        <RequestLinks ids={requests} />
      </div>
    </li>
  )
}

function Quotas({ judged: { quotas, shortTtls } }: { readonly judged: Judged }) {
  return (
    <Card title="What this run used of a month">
      {quotas.length === 0 ? (
        <Empty title="Nothing counted yet">Reads, writes and lists of the key-value store count.</Empty>
      ) : (
        <div class="stack">
          {quotas.map(({ namespaceId, monthKey, quantity, used, limit }) => (
            <Bar
              key={`${namespaceId} ${monthKey} ${quantity}`}
              label={`${quantity} of ${namespaceId}, ${monthKey}`}
              value={used}
              limit={limit}
            />
          ))}
        </div>
      )}
      {shortTtls.count > 0 && (
        <p class="details-reason">
          {counted(shortTtls.count, 'write')} asked for less than 60 s to live (the least was{' '}
          {shortTtls.leastSeconds} s) and got 60 s. <RequestLinks ids={shortTtls.requests} />
        </p>
      )}
    </Card>
  )
}

function Gaps({ judged: { gaps } }: { readonly judged: Judged }) {
  return (
    <Card title="Open points that answers leaned on">
      {gaps.length === 0 ? (
        <Empty title="None yet">
          Where the contract leaves something open, a real service may do something else.
        </Empty>
      ) : (
        <dl class="gaps">
          {gaps.map(({ option, values, count: times }) => (
            <div key={option}>
              <dt class="mono text">{option}</dt>
              <dd class="mono text">
                {values
                  .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
                  .join(', ')}{' '}
                <span class="hint">× {count(times)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

/** Requests that are linked: further ones would add nothing. */
const LINKS_MAX = 8

function RequestLinks({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <span class="request-links">
      {ids.slice(0, LINKS_MAX).map((id) => (
        <a key={id} href={linkTo('requests', { id })}>
          {id}
        </a>
      ))}
      {ids.length > LINKS_MAX && (
        <span class="hint">and {counted(ids.length - LINKS_MAX, 'more', 'more')}</span>
      )}
    </span>
  )
}
