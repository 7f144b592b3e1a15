import { at, remove, send } from '../../api.js'
import { Bar } from '../../components/bar.js'
import { Confirm } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { Clamp } from '../../components/clamp.js'
import { Copy } from '../../components/copy.js'
import { type Draft, DraftForm, type FieldSpec } from '../../components/draft-form.js'
import { Tabs } from '../../components/tabs.js'
import { Keys } from '../../features/records/keys.js'
import { RecordList } from '../../features/records/record-list.js'
import { wholeNumber } from '../../lib/field-errors.js'
import { bytes, count, counted } from '../../lib/format.js'
import { route, setQuery } from '../../router.js'
import { entriesOf } from './entries.js'
import { type Holder, type HolderKind, sizeOf } from './holder-kind.js'

interface HolderCardProps {
  readonly kind: HolderKind
  readonly holder: Holder
  readonly changed: () => void
}

/** One namespace or store: its entries, its keys, and what else can be set. */
export function HolderCard({ kind, holder, changed }: HolderCardProps) {
  const { base, parameter, expires, scopes } = kind
  const { id, owner, keys, entries } = holder
  const path = base + at`/${id}`
  const tab = route.value.query.get('tab') ?? ''
  const expired = entries.expired ?? 0
  return (
    <section class="card flush" aria-label={id}>
      <header>
        <div class="holder-head">
          <h2 class="mono text">{id}</h2>
          <p class="hint text">
            owned by <Clamp text={owner} of="owner" /> · {counted(sizeOf(holder), 'entry', 'entries')}
            {expired > 0 && `, of which ${count(expired)} expired and not yet removed`}
          </p>
        </div>
        <div class="aside">
          <Copy text={() => id} label="Copy id" />
          <Confirm
            label="Delete"
            of={`${id} with its entries and keys`}
            run={async () => {
              await remove(path)
              setQuery({ [parameter]: '', key: '', find: '' })
              changed()
            }}
          />
        </div>
      </header>
      <div class="inset">
        <Tabs
          label={`Parts of ${id}`}
          keep={{ [parameter]: id }}
          tabs={[
            ['Entries', ''],
            ['Keys', 'keys'],
            [expires ? 'Limits' : 'Owner', 'settings'],
          ]}
        />
      </div>
      {tab === '' && <RecordList kind={entriesOf(kind, holder)} onChanged={changed} />}
      {tab === 'keys' && (
        <Keys
          of={id}
          keys={keys}
          about={({ scope }) => <Chip tone={scope === 'admin' ? 'info' : 'calm'}>{scope}</Chip>}
          textsOf={({ scope }) => [scope]}
          pathOf={(key) => path + at`/keys/${key}`}
          fields={[{ ...SCOPE, options: scopes, ...(expires ? { hint: LISTING } : {}) }, TEXT]}
          start={{ scope: 'read', key: '' }}
          make={({ scope, key }) => send('POST', `${path}/keys`, { scope, ...(key === '' ? {} : { key }) })}
          onChanged={changed}
        />
      )}
      {tab === 'settings' && (
        <>
          <Limits path={path} holder={holder} changed={changed} />
          <DraftForm
            class="inset"
            fields={[{ name: 'owner', label: 'Owner', hint: 'The sub of its tokens' }]}
            start={{ owner }}
            verb="Save owner"
            isPatch
            save={({ owner }) => send('PATCH', path, { owner })}
            onSaved={changed}
          />
        </>
      )}
    </section>
  )
}

const SCOPE = { name: 'scope', label: 'Scope' }

const TEXT = { name: 'key', label: 'Text', placeholder: 'generated', hint: 'Left empty, it is generated.' }

const LISTING = 'A list takes a token, unless kv.listWithScopedKey under Contract lets keys ask for it.'

const LIMITS = [
  ['reads', 'Reads'],
  ['writes', 'Writes'],
  ['lists', 'Lists'],
  ['storageBytes', 'Storage, bytes'],
] as const

const COUNTERS = [
  ['reads', 'Reads'],
  ['writes', 'Writes'],
  ['lists', 'Lists'],
  ['deletes', 'Deletes'],
] as const

interface LimitsProps {
  readonly path: string
  readonly holder: Holder
  readonly changed: () => void
}

/** The limits of a namespace and their use; both can be set, to see what the app does at a limit. */
function Limits({ path, holder: { limits, limitsInForce, usage, monthKey }, changed }: LimitsProps) {
  if (limits === undefined || limitsInForce === undefined || usage === undefined) return null
  const fields: readonly FieldSpec[] = [
    ...LIMITS.map(([name, label]) => ({
      name: `limits.${name}`,
      label,
      group: 'Limits a month, and of storage',
      placeholder: count(limitsInForce[name]),
    })),
    ...COUNTERS.map(([name, label]) => ({ name: `usage.${name}`, label, group: `Used in ${monthKey}` })),
  ]
  const start = Object.fromEntries([
    ...LIMITS.map(([name]) => [`limits.${name}`, String(limits[name] ?? '')]),
    ...COUNTERS.map(([name]) => [`usage.${name}`, String(usage[name])]),
  ])
  return (
    <DraftForm
      class="inset"
      fields={fields}
      start={start}
      verb="Save limits and usage"
      isPatch
      save={(_, typed) => send('PATCH', path, changesOf(typed))}
      onSaved={changed}
    >
      <div class="quotas">
        {LIMITS.map(([name, label]) => (
          <Bar
            key={name}
            label={label.replace(/,.*/, '').toLowerCase()}
            value={usage[name]}
            limit={limitsInForce[name]}
            format={name === 'storageBytes' ? bytes : count}
          />
        ))}
      </div>
      <p class="hint">A limit that is emptied is the profile’s; 0 allows none.</p>
    </DraftForm>
  )
}

/** The body of PATCH for the typed values: an emptied limit goes back to the profile's, an emptied counter to 0. */
function changesOf(typed: Draft): object {
  const changes: Record<string, Record<string, number | string | null>> = { limits: {}, usage: {} }
  for (const [field, text] of Object.entries(typed)) {
    const [part = '', name = ''] = field.split('.')
    const empty = part === 'limits' ? null : 0
    changes[part] = { ...changes[part], [name]: text.trim() === '' ? empty : wholeNumber(text) }
  }
  return changes
}
