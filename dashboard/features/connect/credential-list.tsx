import { Button } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { Copy } from '../../components/copy.js'
import { FoundItems } from '../../components/found-items.js'
import { Empty } from '../../components/notice.js'
import { ShortText } from '../../components/short-text.js'
import { byText, type RankedOrder } from '../../lib/sort.js'
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

/** Every key of the world, with what it opens. */
export function CredentialList({ keys, holder, chosen, onChoose }: CredentialListProps) {
  if (keys.length === 0) {
    return <Empty title="No key yet">Namespaces, stores and the database each make theirs.</Empty>
  }
  return (
    <div class="connect-keys">
      <FoundItems
        label="Credentials"
        of="credentials"
        begun={holder}
        items={keys}
        textsOf={(key) => [key.text, holderOf(key), key.scope]}
        orders={ORDERS}
      >
        {(credential) => {
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
                  aria-pressed={text === chosen?.text}
                  aria-label={`Use ${text} in the examples`}
                  onClick={() => onChoose(credential)}
                >
                  Use
                </Button>
              </span>
            </li>
          )
        }}
      </FoundItems>
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
