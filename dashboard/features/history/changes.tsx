import type { DiffInfo } from '../../../src/admin/calls/history/diff.js'
import type { Changes as ValueChanges } from '../../../src/admin/dry-run.js'
import { run } from '../../api.js'
import { Chip, type Tone } from '../../components/chip.js'
import { Loaded } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { counted, dateTime } from '../../lib/format.js'
import { type EventName, useAnswer } from '../../live.js'
import { By } from './points.js'

type StateChange = DiffInfo['changes'][number]

const SHOWN_MAX = 200

const TONES: Readonly<Record<StateChange['kind'], Tone>> = {
  added: 'good',
  removed: 'bad',
  expired: 'warn',
  changed: 'info',
}

/** Real ms between loads, since the emulator has to replay commands for each response. */
const REST_MS = 2000

interface ChangesProps {
  /** A point in history: "r1", "after:a2", "start" or "now". */
  readonly from: string
  readonly to: string
}

export function Changes({ from, to }: ChangesProps) {
  const on: { on?: readonly EventName[] } = [from, to].includes('now') ? {} : { on: ['reset'] }
  const live = useAnswer<DiffInfo>(run.get, '/diff', { parameters: { from, to }, restMs: REST_MS, ...on })
  return (
    <Loaded of={live}>
      {({ changes }) =>
        changes.length === 0 ? (
          <p class="hint">No differences</p>
        ) : (
          <ChangeList changes={changes.slice(0, SHOWN_MAX)} count={changes.length} />
        )
      }
    </Loaded>
  )
}

/** A dry run has no `by`. */
type Change = Omit<StateChange, 'by'> & Partial<StateChange>

interface ChangeListProps {
  readonly changes: readonly Change[]
  /** Includes changes that aren't listed. */
  readonly count: number
}

function ChangeList({ changes, count }: ChangeListProps) {
  return (
    <>
      <ul class="changes" aria-label={counted(count, 'difference')}>
        {changes.map((change) => (
          <ChangeItem key={change.path} change={change} />
        ))}
      </ul>
      {count > changes.length && <p class="hint">and {counted(count - changes.length, 'more', 'more')}</p>}
    </>
  )
}

function ChangeItem({ change: { path, kind, before, after, by } }: { readonly change: Change }) {
  return (
    <li>
      <p class="row">
        <Chip tone={TONES[kind]}>{kind}</Chip>
        <code class="text">{pathText(path)}</code>
        {by !== undefined && kind !== 'expired' && <By id={by} />}
      </p>
      <p class="change-values stack tight">
        {before !== undefined && (
          <del>
            <span class="unseen">before: </span>
            <ShortText mono text={valueText(path, before)} />
          </del>
        )}
        {after !== undefined && (
          <ins>
            <span class="unseen">after: </span>
            <ShortText mono text={valueText(path, after)} />
          </ins>
        )}
      </p>
    </li>
  )
}

/** "namespaces › ns_a › entries › flag", from a JSON Pointer. */
function pathText(path: string): string {
  const segments = path.split('/').slice(1)
  return segments.map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~')).join(' › ')
}

/** Integers beyond 2^53 are parsed as `bigint`. */
function valueText(path: string, value: unknown): string {
  if (path === '/clock/now' && typeof value === 'number') return dateTime(value)
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? `${inner}` : inner))
}

/** The result of a dry run. */
export function WouldChange({ of: { count, first } }: { readonly of: ValueChanges }) {
  if (count === 0) return <p class="hint">Nothing would change</p>
  return (
    <>
      <h3>{counted(count, 'value')} would change</h3>
      <ChangeList changes={first} count={count} />
    </>
  )
}
