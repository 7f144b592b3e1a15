import { Copy } from '../../components/copy.js'

interface CurlCommandsProps {
  /** One for each method that a key may use. */
  readonly commands: readonly (readonly [method: string, command: string])[]
}

export function CurlCommands({ commands }: CurlCommandsProps) {
  if (commands.length === 0) return <p class="hint">With a key, its requests can be copied as curl.</p>
  return (
    <p class="row">
      <span class="hint">As the app would ask:</span>
      {commands.map(([method, command]) => (
        <Copy key={method} label={`Copy ${method} as curl`} text={() => command} />
      ))}
    </p>
  )
}
