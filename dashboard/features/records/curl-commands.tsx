import { Copy } from '../../components/copy.js'

interface CurlCommandsProps {
  /** One for each method that a key may use. */
  readonly commands: readonly (readonly [method: string, command: string])[]
}

export function CurlCommands({ commands }: CurlCommandsProps) {
  if (commands.length === 0) return <p class="hint">Create a key to copy requests as curl.</p>
  return (
    <p class="row">
      <span class="hint">As the app would send it:</span>
      {commands.map(([method, command]) => (
        <Copy key={method} label={`Copy ${method} as curl`} text={() => command} />
      ))}
    </p>
  )
}
