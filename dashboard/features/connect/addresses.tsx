import type { ConnectionInfo } from '../../../src/admin/calls/worlds.js'
import { Copy } from '../../components/copy.js'

/** Where the world is reached, and what else selects it. */
export function Addresses({
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
          [dbBaseUrl === baseUrl ? 'All three services' : 'Key-value, config', baseUrl],
          ...(dbBaseUrl === baseUrl ? [] : [['Database', dbBaseUrl] as const]),
          ['Admin interface', adminUrl],
        ]}
      />
      {world !== undefined && (
        <>
          <p class="hint">
            An application that keeps one base address, that of the default world, reaches this world by any
            of these:
          </p>
          <Rows
            label="What selects this world"
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
