import { type AdminRoute, ok } from './call.js'
import { openApiRoutes } from './calls/about.js'
import { clockRoutes } from './calls/clock.js'
import { conductRoutes } from './calls/conduct.js'
import { contractRoutes } from './calls/contract.js'
import { databaseRoutes } from './calls/database.js'
import { databaseKeyRoutes } from './calls/database-keys.js'
import { entryRoutes } from './calls/entries.js'
import { eventRoutes } from './calls/events.js'
import { faultRoutes } from './calls/faults.js'
import { namespaceRoutes } from './calls/namespaces.js'
import { profileRoutes } from './calls/profile.js'
import { recordRoutes } from './calls/records.js'
import { requestRoutes } from './calls/requests.js'
import { resetRoutes } from './calls/reset.js'
import { seedRoutes } from './calls/seed.js'
import { snapshotRoutes } from './calls/snapshots.js'
import { stateRoutes } from './calls/state.js'
import { storeRoutes } from './calls/stores.js'
import { tokenRoutes } from './calls/tokens.js'
import { worldRoutes } from './calls/worlds.js'
import { configEntryRoutes } from './config-entries.js'
import { healthRoutes } from './health.js'

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
