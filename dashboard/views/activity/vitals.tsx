import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { NamespaceInfo } from '../../../src/services/kv/admin.js'
import { Button } from '../../components/button.js'
import { Icon } from '../../components/icon.js'
import { shortText } from '../../components/short-text.js'
import { recent } from '../../features/recent/recent-requests.js'
import { namespaces } from '../../features/world-data.js'
import { bytes, count, counted, duration, pause, rate } from '../../lib/format.js'
import { subjectText } from '../../lib/request-text.js'
import { LIMITED, largestShare, shareOf } from '../../lib/usage.js'
import { visible } from '../../lib/visible-text.js'
import { linkTo } from '../../router.js'
import { clientsOf } from './clients-of.js'
import { type Vitals as Counts, mostOf, type Reason, vitalsOf } from './vitals-of.js'

/** Sums up the latest requests in four figures that link to the details. Some are collapsed on a narrow page. */
export function Vitals() {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { requests, isWhole } = recent.value ?? { requests: [], isWhole: true }
  const used = namespaces.data.value ?? []
  if (requests.length === 0 && !used.some((one) => largestShare(one) > SHOWN)) return null
  const { reasons, ...counts } = vitalsOf(requests)
  return (
    <section class={`card vitals${isUnfolded ? ' unfolded' : ''}`} aria-label="Vitals">
      <Requests of={counts} title={isWhole ? 'Requests' : `Last ${count(requests.length)} requests`} />
      <Vital title="Why they failed">
        {reasons.length === 0 && <p class="hint">None refused or failed</p>}
        {reasons.slice(0, REASONS_MAX).map(({ text, query, count: n, isFailed }) => (
          <a key={text} class="meter" href={linkTo('activity', query)}>
            <span>{text}</span>
            <span class={`meter-bar ${isFailed ? 'bad' : 'warn'}`}>
              <span style={{ width: `${(100 * n) / (reasons[0]?.count ?? n)}%` }} />
            </span>
            <span class="hint">{count(n)}</span>
          </a>
        ))}
        {reasons.length > REASONS_MAX && (
          <p class="hint">
            and {count(sumOf(reasons.slice(REASONS_MAX)))} for{' '}
            {counted(reasons.length - REASONS_MAX, 'other reason')}
          </p>
        )}
      </Vital>
      <Quota of={used} />
      <Busiest />
      <p class="vitals-all">
        <Button
          small
          kind="quiet"
          aria-label="All vitals"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          <Icon of="down" />
        </Button>
      </p>
    </section>
  )
}

const sumOf = (reasons: readonly Reason[]): number => reasons.reduce((sum, { count: n }) => sum + n, 0)

/** Each reason is a link that keyboard users have to tab through to get to the list. */
const REASONS_MAX = 2

/** Above this share of a limit, the quota is shown even without requests. */
const SHOWN = 0.5

function Vital({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

interface RequestsProps {
  readonly of: Omit<Counts, 'reasons'>
  readonly title: string
}

function Requests({ of, title }: RequestsProps) {
  const { ok, refused, failed, p50, p95 } = of
  if (p50 === undefined || p95 === undefined)
    return (
      <Vital title={title}>
        <p class="hint">None yet</p>
      </Vital>
    )
  return (
    <Vital title={title}>
      <p>
        <b class="vital">{count(ok + refused + failed)}</b>{' '}
        <span class="hint">
          p50 {duration(p50)} · p95 {duration(p95)}
        </span>
      </p>
      <div class="strip">
        {ok > 0 && <span class="good" style={{ flexGrow: ok }} />}
        {refused > 0 && <span class="warn" style={{ flexGrow: refused }} />}
        {failed > 0 && <span class="bad" style={{ flexGrow: failed }} />}
      </div>
      <p class="hint">
        {count(ok)} ok · <span class={refused === 0 ? '' : 'warn'}>{count(refused)} refused</span> ·{' '}
        <span class={failed === 0 ? '' : 'bad'}>{count(failed)} failed</span>
      </p>
    </Vital>
  )
}

/** Above this share, a limit is nearly used up. */
const NEARLY = 0.7

const NAMES = { reads: 'reads', writes: 'writes', lists: 'lists', storageBytes: 'stored' } as const

/** Shows the namespace that's closest to a limit. */
function Quota({ of }: { readonly of: readonly NamespaceInfo[] }) {
  const [fullest] = of.toSorted((one, other) => largestShare(other) - largestShare(one))
  if (fullest === undefined || largestShare(fullest) === 0)
    return (
      <Vital title="Quota">
        <p class="hint">No limit used yet</p>
      </Vital>
    )
  const { id, usage, limitsInForce } = fullest
  const most = mostOf(recent.value?.requests ?? [], id)
  const shown = LIMITED.toSorted((one, other) => shareOf(fullest, other) - shareOf(fullest, one)).slice(0, 3)
  return (
    <div>
      <h2>
        <a href={linkTo('data', { ns: id, tab: 'settings' })}>Quota of {shortText(id, 24)}</a>
      </h2>
      {shown.map((name) => {
        const [share, write] = [shareOf(fullest, name), name === 'storageBytes' ? bytes : count]
        return (
          <p key={name} class="meter">
            <span>{NAMES[name]}</span>
            <span class={`meter-bar quota ${share >= NEARLY ? 'warn' : ''}`}>
              <span style={{ width: `${100 * Math.min(1, share)}%` }} />
            </span>
            <span class={share >= NEARLY ? 'warn' : 'hint'}>
              {write(usage[name])} of {write(limitsInForce[name])}
            </span>
          </p>
        )
      })}
      {most !== undefined && (
        <p class="hint">
          {Math.round(100 * most.share)}% by{' '}
          <span class="mono">{shortText(visible(most.credential), 24)}</span>
        </p>
      )}
    </div>
  )
}

/** A client that waits less than this is polling. */
const POLLS_MS = 1000

function Busiest() {
  const [client] = clientsOf(recent.value?.requests ?? [])
  if (client === undefined) return null
  const { credential, userAgent, requests, perMinute, shortestPauseMs, most } = client
  const isPolling = most.count > 9 && shortestPauseMs !== undefined && shortestPauseMs < POLLS_MS
  return (
    <Vital title="Busiest client">
      <p>
        <b class="vital">{perMinute === undefined ? count(requests) : rate(perMinute)}</b>{' '}
        <span class="hint">{perMinute === undefined ? 'requests' : 'a minute'}</span>
      </p>
      <p class="row tight">
        <a
          class="mono"
          href={linkTo('activity', { credential: credential ?? 'none', agent: userAgent || 'none' })}
        >
          {shortText(visible(userAgent || (credential ?? 'no name')), 28)}
        </a>
        {isPolling && (
          <span class="chip warn">
            {shortestPauseMs === 0 ? 'polls nonstop' : `polls every ${pause(shortestPauseMs)}`}
          </span>
        )}
      </p>
      <p class="hint">
        {count(most.count)} × {shortText(visible(subjectText(most.path)), 40)}, of{' '}
        {counted(requests, 'request')}
      </p>
    </Vital>
  )
}
