import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { baseUrl } from '../../address.js'
import { Button } from '../../components/button.js'
import { Code } from '../../components/code.js'
import { Empty } from '../../components/notice.js'
import { openDialog } from '../../features/dialogs.js'

interface FirstRequestProps {
  readonly namespaces: readonly NamespaceInfo[]
  readonly isFiltered: boolean
}

/** A request to try, in place of the list while it is empty. */
export function FirstRequest({ namespaces, isFiltered }: FirstRequestProps) {
  if (isFiltered) return <Empty title="No request passes this filter">New ones that do appear here.</Empty>
  const command = exampleOf(namespaces)
  return (
    <Empty title="No request yet">
      <p>Point the app at {baseUrl}, and its requests appear here as they come.</p>
      <Button onClick={() => openDialog({ kind: 'connect' })}>Addresses and keys</Button>
      {command !== undefined && <Code label="Or try one" text={command} />}
    </Empty>
  )
}

function exampleOf(namespaces: readonly NamespaceInfo[]): string | undefined {
  for (const { id, keys } of namespaces) {
    const key = keys.find(({ scope }) => scope === 'admin')?.key
    if (key === undefined) continue
    return `curl -i -X PUT ${baseUrl}/v1/kv/${encodeURIComponent(id)}/greeting \\\n  -H 'X-KV-Key: ${key}' -d '{"value": "hello", "ttlSeconds": 300}'`
  }
  return undefined
}
