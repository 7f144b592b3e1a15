import type { ComponentChildren } from 'preact'
import { remove, send } from '../../api.js'
import { Confirm } from '../../components/button.js'
import { Copy } from '../../components/copy.js'
import { type Draft, DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { Clamp } from '../../components/short-text.js'
import { RecordList } from '../../features/records/record-list.js'
import { wholeNumber } from '../../lib/field-errors.js'
import { bytes, count, counted } from '../../lib/format.js'
import { linkTo, route, setQuery } from '../../router.js'
import { entriesOf } from './entries.js'
import { type Holder, type HolderKind, pathOf, sizeOf } from './holder-kind.js'
import { scopedKeysOf } from './keys.js'
import { QuotaUsers, useRequestsOf } from './quota-users.js'

interface HolderProps {
  readonly kind: HolderKind
  readonly holder: Holder
}

export function HolderCard({ kind, holder }: HolderProps) {
  const { area, parameter, expires } = kind
  const { id, owner, entries } = holder
  const tab = route.value.query.get('tab') ?? ''
  const expired = entries.expired ?? 0
  const frame = (contents: ComponentChildren) => (
    <section class="card flush" aria-label={id}>
      <header>
        <div class="holder-head">
          <h2 class="mono text">{id}</h2>
          <p class="hint text">
            owned by <Clamp text={owner} of="owner" /> · {counted(sizeOf(holder), 'entry', 'entries')}
            {expired > 0 && `, ${count(expired)} of them expired`}
          </p>
        </div>
        <div class="aside">
          <Copy text={() => id} label="Copy id" />
          <Confirm
            label="Delete"
            of={`${id} with its entries and keys`}
            run={async () => {
              await remove(pathOf(kind, holder))
              setQuery({ [parameter]: '', in: area, key: '', find: '' })
            }}
          />
        </div>
      </header>
      <div class="inset">
        <nav class="tabs" aria-label={`Parts of ${id}`}>
          {[
            ['Entries', ''],
            ['Keys', 'keys'],
            [expires ? 'Limits' : 'Owner', 'settings'],
          ].map(([text, part = '']) => (
            <a
              key={part}
              href={linkTo('data', { [parameter]: id, tab: part })}
              {...(part === tab ? { 'aria-current': 'page' as const } : {})}
            >
              {text}
            </a>
          ))}
        </nav>
      </div>
      {contents}
    </section>
  )
  if (tab === 'keys') return <RecordList kind={scopedKeysOf(kind, holder)}>{frame}</RecordList>
  if (tab === 'settings') return frame(<Settings kind={kind} holder={holder} />)
  return <RecordList kind={entriesOf(kind, holder)}>{frame}</RecordList>
}

const LIMITS = [
  ['reads', 'Reads'],
  ['writes', 'Writes'],
  ['lists', 'Lists'],
  ['storageBytes', 'Storage (bytes)'],
] as const

const COUNTERS = [
  ['reads', 'Reads'],
  ['writes', 'Writes'],
  ['lists', 'Lists'],
  ['deletes', 'Deletes'],
] as const

const OWNER: FieldSpec = { name: 'owner', label: 'Owner', hint: 'The sub claim of its tokens' }

/** Limits and counters can be changed, e.g. to see how the application behaves at a limit. */
function Settings({ kind, holder }: HolderProps) {
  const { owner, limits, limitsInForce, usage, monthKey } = holder
  const requests = useRequestsOf(kind.expires ? holder.id : '')
  const hasLimits = limits !== undefined && limitsInForce !== undefined && usage !== undefined
  const fields = hasLimits
    ? [
        ...LIMITS.map(([name, label]) => ({
          name: `limits.${name}`,
          label,
          group: 'Monthly and storage limits',
          placeholder: count(limitsInForce[name]),
        })),
        ...COUNTERS.map(([name, label]) => ({ name: `usage.${name}`, label, group: `Used in ${monthKey}` })),
      ]
    : []
  const start = Object.fromEntries([
    ['owner', owner],
    ...(hasLimits ? LIMITS.map(([name]) => [`limits.${name}`, String(limits[name] ?? '')]) : []),
    ...(hasLimits ? COUNTERS.map(([name]) => [`usage.${name}`, String(usage[name])]) : []),
  ])
  return (
    <DraftForm
      class="inset"
      fields={[...fields, OWNER]}
      start={start}
      verb="Save settings"
      isPatch
      save={(_, typed) => send('PATCH', pathOf(kind, holder), changesOf(typed))}
    >
      {hasLimits && (
        <>
          <div class="form">
            {LIMITS.map(([name, label]) => (
              <div key={name}>
                <Bar
                  label={label.replace(/ \(.*/, '').toLowerCase()}
                  value={usage[name]}
                  limit={limitsInForce[name]}
                  format={name === 'storageBytes' ? bytes : count}
                />
                {name !== 'storageBytes' && <QuotaUsers counter={name} requests={requests} />}
              </div>
            ))}
          </div>
          <p class="hint">
            {requests.length > 0 &&
              `Under each meter: who sent the last ${counted(requests.length, 'request')}. `}
            Leave a limit empty to use the profile’s. 0 allows nothing.
          </p>
        </>
      )}
    </DraftForm>
  )
}

/** An empty limit falls back to the profile's, and an empty counter becomes 0. */
function changesOf({ owner, ...numbers }: Draft): object {
  const changes: Record<string, Record<string, number | string | null>> = {}
  for (const [field, text] of Object.entries(numbers)) {
    const [part = '', name = ''] = field.split('.')
    const empty = part === 'limits' ? null : 0
    changes[part] = { ...changes[part], [name]: text.trim() === '' ? empty : wholeNumber(text) }
  }
  return owner === undefined ? changes : { ...changes, owner }
}

interface BarProps {
  readonly label: string
  readonly value: number
  readonly limit?: number | undefined
  readonly format?: (n: number) => string
}

function Bar({ label, value, limit, format = count }: BarProps) {
  const share = limit === undefined ? 0 : limit === 0 ? 1 : Math.min(1, value / limit)
  const tone = limit !== undefined && value >= limit ? 'bad' : share >= 0.8 ? 'warn' : ''
  const text = limit === undefined ? format(value) : `${format(value)} of ${format(limit)}`
  return (
    <div class="usage">
      <span>{label}</span>
      <span class={tone === 'bad' ? 'bad' : 'hint'}>{text}</span>
      {limit !== undefined && (
        <span class={`meter-bar quota ${tone}`} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  )
}
