import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { Copy } from '../../components/copy.js'
import { TextField } from '../../components/field.js'
import { Empty } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { SortField, sortNow } from '../../components/table.js'
import { counted } from '../../lib/format.js'
import { SEEN_AT_ONCE } from '../../lib/found.js'
import { byText, inOrder, type RankedOrder } from '../../lib/sort.js'
import type { Credential } from './credentials.js'

interface CredentialListProps {
  readonly keys: readonly Credential[]
  /** The holder whose keys are shown first of all. */
  readonly holder: string | undefined
  /** The one that the examples are made with. */
  readonly chosen: Credential | undefined
  readonly onChoose: (credential: Credential) => void
}

const ORDERS: readonly RankedOrder<Credential>[] = [
  byText('key', ({ text }) => text),
  byText('holder', holderOf),
  byText('scope', ({ scope }) => scope),
]

/** More are found by the filter. */
const SHOWN_MAX = 50

/** Every key of the world, with what it opens. */
export function CredentialList({ keys, holder = '', chosen, onChoose }: CredentialListProps) {
  const [filter, setFilter] = useState(holder)
  const wanted = filter.trim().toLowerCase()
  const found = keys.filter((key) =>
    `${key.text} ${holderOf(key)} ${key.scope}`.toLowerCase().includes(wanted),
  )
  const sorted = inOrder(found, sortNow('', 'credentials'), ORDERS)
  if (keys.length === 0) {
    return <Empty title="No key yet">Namespaces, stores and the database each make theirs.</Empty>
  }
  return (
    <div class="stack">
      <div class="toolbar">
        <TextField
          label="Filter"
          placeholder="key, namespace, store or scope"
          hint={`${counted(found.length, 'key')} of ${keys.length}`}
          value={filter}
          onValue={setFilter}
        />
        {keys.length > SEEN_AT_ONCE && (
          <SortField orders={ORDERS.map(({ order }) => order)} of="credentials" />
        )}
      </div>
      <ul class="items connect-keys" aria-label="Credentials">
        {sorted.slice(0, SHOWN_MAX).map((credential) => {
          const { text, holder, scope, kind } = credential
          return (
            <li key={`${holder} ${text}`}>
              <div class="items-name">
                <ShortText mono text={text} />
                <p class="hint">
                  <ShortText text={holderOf(credential)} /> · {HEADERS[kind]}
                </p>
              </div>
              <Chip tone={scope === 'admin' ? 'info' : 'calm'}>{scope}</Chip>
              <span class="row tight">
                <Copy text={() => text} of={`the key ${text}`} />
                <Button
                  kind="quiet"
                  small
                  aria-pressed={credential.text === chosen?.text}
                  aria-label={`Use ${text} in the examples`}
                  onClick={() => onChoose(credential)}
                >
                  Use
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {found.length > SHOWN_MAX && (
        <p class="hint">
          and {counted(found.length - SHOWN_MAX, 'more', 'more')}: narrow the filter to see them
        </p>
      )}
    </div>
  )
}

function holderOf({ holder = 'database' }: Credential): string {
  return holder
}

const HEADERS: Readonly<Record<Credential['kind'], string>> = {
  'scoped-key': 'X-KV-Key',
  'database-key': 'X-API-Key',
  bearer: 'Authorization',
}
