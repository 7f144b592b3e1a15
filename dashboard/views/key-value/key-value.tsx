import type { NamespaceInfo } from '../../../src/admin/calls/namespaces.js'
import { HoldersPage } from '../../features/holders/holders-page.js'
import type { HolderKind } from '../../features/holders/kind.js'
import { OwnerForm } from '../../features/holders/owner-form.js'
import { Quotas } from './quotas.js'

const NAMESPACES: HolderKind = {
  noun: 'namespace',
  area: 'namespaces',
  base: '/namespaces',
  path: '/v1/kv',
  parameter: 'ns',
  expires: true,
}

/** The namespaces: their entries, keys, limits and usage. */
export function KeyValue() {
  return (
    <HoldersPage<NamespaceInfo>
      title="Key-value"
      lead="Entries that expire, as the virtual clock goes."
      kind={NAMESPACES}
      settingsTitle="Limits"
      settings={(namespace, changed) => (
        <>
          <Quotas namespace={namespace} onChanged={changed} />
          <OwnerForm kind={NAMESPACES} holder={namespace} onChanged={changed} />
        </>
      )}
    />
  )
}
