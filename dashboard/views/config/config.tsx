import { HoldersPage } from '../../features/holders/holders-page.js'
import type { HolderKind } from '../../features/holders/kind.js'
import { OwnerForm } from '../../features/holders/owner-form.js'

const STORES: HolderKind = {
  noun: 'store',
  area: 'stores',
  base: '/stores',
  path: '/v1/ec',
  parameter: 'store',
  expires: false,
}

/** The config stores: their entries, keys and owners. */
export function Config() {
  return (
    <HoldersPage
      title="Config"
      lead="Entries that stay until they are deleted."
      kind={STORES}
      settingsTitle="Owner"
      settings={(store, changed) => <OwnerForm kind={STORES} holder={store} onChanged={changed} />}
    />
  )
}
