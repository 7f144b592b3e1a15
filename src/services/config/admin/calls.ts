import type { ServiceAdmin } from '../../../admin/call.js'
import { foundIn } from '../../../admin/resource-calls.js'
import { parameter, text } from '../../../contract/json-schema.js'
import { stores } from '../kinds.js'
import { configEntryCalls } from './entries.js'
import { storeCalls } from './stores.js'

/** The config store in the admin interface. */
export const configAdmin: ServiceAdmin = {
  calls: [...storeCalls, ...configEntryCalls],
  named: { stores: parameter('The id of a config store.', text, 'ec_web_89daefd4') },
  ...foundIn(stores, { holder: 'store', entry: 'config' }),
}
