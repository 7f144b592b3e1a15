import { useState } from 'preact/hooks'
import type { HealthInfo } from '../../../src/admin/calls/about.js'
import type { ConnectionInfo } from '../../../src/admin/calls/worlds.js'
import { run } from '../../api.js'
import { Copy } from '../../components/copy.js'
import { Dialog } from '../../components/dialog.js'
import { Loaded } from '../../components/notice.js'
import { useLive } from '../../live.js'
import { token } from '../../token.js'
import { CredentialList } from './credential-list.js'
import { type Credential, type Credentials, readCredentials } from './credentials.js'
import { ExampleTabs } from './example-tabs.js'
import { TokenMaker } from './token-maker.js'

interface Known {
  readonly connection: ConnectionInfo
  readonly credentials: Credentials
  readonly health: HealthInfo
}

export function Panel({ onClose }: { readonly onClose: () => void }) {
  const live = useLive<Known>(
    'how to connect',
    async (signal) => ({
      connection: await run.get<ConnectionInfo>('/world', {}, signal),
      credentials: await readCredentials(signal),
      health: await run.get<HealthInfo>('/health', {}, signal),
    }),
    { on: ['reset', 'state', 'namespaces', 'stores', 'database-keys'] },
  )
  return (
    <Dialog title="Connect" onClose={onClose}>
      <Loaded of={live}>{(known) => <Contents {...known} />}</Loaded>
    </Dialog>
  )
}

function Contents({ connection, credentials, health }: Known) {
  const { keys, owners, namespaceOf } = credentials
  const [picked, setPicked] = useState<Credential | undefined>(undefined)
  const chosen = picked ?? keys[0]
  const makeBearer = (text: string, subject: string) => {
    const [first = ''] = namespaceOf.values()
    setPicked({ kind: 'bearer', text, scope: 'bearer', holder: namespaceOf.get(subject) ?? first })
  }
  return (
    <div class="stack connect">
      <section class="stack" aria-label="Addresses">
        <Addresses of={connection} exampleKey={keys[0]?.text} />
      </section>
      <ExampleTabs of={{ connection, credential: chosen, hasAdminToken: token() !== null }} />
      <section class="stack" aria-label="Credentials">
        <h3>Credentials</h3>
        <CredentialList keys={keys} chosen={chosen} onChoose={setPicked} />
      </section>
      <section class="stack" aria-label="Bearer token">
        <h3>Bearer token</h3>
        <TokenMaker owners={owners} onMade={makeBearer} />
      </section>
      <p class="hint">tristore-emulator {health.version}</p>
    </div>
  )
}

function Addresses({
  of,
  exampleKey,
}: {
  readonly of: ConnectionInfo
  readonly exampleKey: string | undefined
}) {
  const { baseUrl, dbBaseUrl, adminUrl, world } = of
  return (
    <>
      <Rows
        label="Addresses"
        rows={[
          [dbBaseUrl === baseUrl ? 'All three services' : 'Key-value and config', baseUrl],
          ...(dbBaseUrl === baseUrl ? [] : [['Database', dbBaseUrl] as const]),
          ['Admin interface', adminUrl],
        ]}
      />
      {world !== undefined && (
        <>
          <p class="hint">
            To reach this world from an app that uses the default world's address, send any of these:
          </p>
          <Rows
            label="Ways to select this world"
            rows={[
              ['Header', `X-Emulator-World: ${world.id}`],
              ['Baggage', `baggage: ${world.baggage}`],
              ['Trace', `traceparent: ${world.traceparent}`],
              ['Credential', `${exampleKey ?? 'KEY'}${world.keyEnding}`],
            ]}
          />
        </>
      )}
    </>
  )
}

interface RowsProps {
  readonly label: string
  readonly rows: readonly (readonly [name: string, value: string])[]
}

function Rows({ label, rows }: RowsProps) {
  return (
    <ul class="connect-rows" aria-label={label}>
      {rows.map(([name, value]) => (
        <li key={name}>
          <span class="connect-name">{name}</span>
          <code class="text">{value}</code>
          <Copy text={() => value} of={name} />
        </li>
      ))}
    </ul>
  )
}
