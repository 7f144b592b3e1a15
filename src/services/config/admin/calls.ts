import type { ServiceAdmin } from '../../../admin/call.js'
import { parameter, text } from '../../../contract/json-schema.js'
import { CONFIG } from '../contents.js'
import { configEntryCalls } from './entries.js'
import { storeCalls } from './stores.js'

/** The config store in the admin interface. */
export const configAdmin: ServiceAdmin = {
  calls: [...storeCalls, ...configEntryCalls],
  named: { stores: parameter('The id of a config store.', text, 'ec_web_89daefd4') },
  *holders(state) {
    for (const { id } of state.of(CONFIG).stores.values()) yield { kind: 'store', id, value: '' }
  },
  *records(state) {
    for (const { id, entries } of state.of(CONFIG).stores.values())
      for (const { key, text: value } of entries.values()) yield { kind: 'config', id: key, of: id, value }
  },
}
