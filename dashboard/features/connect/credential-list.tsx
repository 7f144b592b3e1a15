import { useState } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Chip } from '../../components/chip.js'
import { Copy } from '../../components/copy.js'
import { FindField } from '../../components/field.js'
import { Empty } from '../../components/notice.js'
import { ShortText, shortText } from '../../components/short-text.js'
import { isFound } from '../../lib/found.js'
import type { Credential } from './credentials.js'

interface CredentialListProps {
  readonly keys: readonly Credential[]
  readonly chosen: Credential | undefined
  readonly onChoose: (credential: Credential) => void
}

const SHOWN_MAX = 200

export function CredentialList({ keys, chosen, onChoose }: CredentialListProps) {
  const [sought, setSought] = useState('')
  if (keys.length === 0) {
    return <Empty title="No keys yet">Create one in a namespace, a store or the database.</Empty>
  }
  const found = keys.filter((key) => isFound(sought, key.text, holderOf(key), key.scope))
  const shown = found.slice(0, SHOWN_MAX)
  return (
    <div class="connect-keys">
      <div class="inset toolbar">
        <FindField of="credentials" value={sought} onValue={setSought} />
        <span class="hint" role="status">
          {shown.length < keys.length && `${shown.length} of ${keys.length} shown`}
        </span>
      </div>
      {found.length === 0 && <Empty title={`No matches for “${shortText(sought, 40)}”`} />}
      <ul class="items" aria-label="Credentials">
        {shown.map((credential) => {
          const { text, scope, kind } = credential
          return (
            <li key={`${credential.holder} ${text}`}>
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
        })}
      </ul>
    </div>
  )
}

const holderOf = ({ holder = 'database' }: Credential): string => holder

const HEADERS: Readonly<Record<Credential['kind'], string>> = {
  'scoped-key': 'X-KV-Key',
  'database-key': 'X-API-Key',
  bearer: 'Authorization',
}
