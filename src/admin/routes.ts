import { clockRoutes } from './clock.js'
import { conductRoutes } from './conduct.js'
import { configEntryRoutes } from './config-entries.js'
import { contractRoutes } from './contract.js'
import { databaseRoutes } from './database.js'
import { databaseKeyRoutes } from './database-keys.js'
import { entryRoutes } from './entries.js'
import { eventRoutes } from './events.js'
import { faultRoutes } from './faults.js'
import { healthRoutes } from './health.js'
import { namespaceRoutes } from './namespaces.js'
import { openApiRoutes } from './openapi.js'
import { profileRoutes } from './profile.js'
import { recordRoutes } from './records.js'
import { requestRoutes } from './requests.js'
import { resetRoutes } from './reset.js'
import { type AdminRoute, ok } from './route.js'
import { seedRoutes } from './seed.js'
import { snapshotRoutes } from './snapshots.js'
import { stateRoutes } from './state.js'
import { storeRoutes } from './stores.js'
import { tokenRoutes } from './tokens.js'
import { worldRoutes } from './worlds.js'

const indexRoute: AdminRoute = {
  method: 'GET',
  path: '',
  help: 'This list',
  handle: () =>
    ok({ calls: adminRoutes.map(({ method, path, help }) => ({ call: `${method} /_admin${path}`, help })) }),
}

/** Every call of the admin interface: routing and the index derive from this list. */
export const adminRoutes: readonly AdminRoute[] = [
  indexRoute,
  ...healthRoutes,
  ...clockRoutes,
  ...resetRoutes,
  ...seedRoutes,
  ...stateRoutes,
  ...faultRoutes,
  ...requestRoutes,
  ...conductRoutes,
  ...contractRoutes,
  ...eventRoutes,
  ...snapshotRoutes,
  ...worldRoutes,
  ...namespaceRoutes,
  ...entryRoutes,
  ...storeRoutes,
  ...configEntryRoutes,
  ...databaseRoutes,
  ...databaseKeyRoutes,
  ...recordRoutes,
  ...tokenRoutes,
  ...profileRoutes,
  ...openApiRoutes,
]
