import type { ServiceAdmin } from '../../../admin/call.js'
import { parameter, text } from '../../../contract/json-schema.js'
import { KV } from '../contents.js'
import { entryCalls } from './entries.js'
import { namespaceCalls } from './namespaces.js'

/** The key-value store in the admin interface. */
export const kvAdmin: ServiceAdmin = {
  calls: [...namespaceCalls, ...entryCalls],
  named: { namespaces: parameter('The id of a namespace.', text, 'ns_shop_k3v9x2') },
  *holders(state) {
    for (const { id } of state.of(KV).namespaces.values()) yield { kind: 'namespace', id, value: '' }
  },
  *records(state) {
    for (const { id, entries } of state.of(KV).namespaces.values())
      for (const { key, text: value } of entries.values()) yield { kind: 'entry', id: key, of: id, value }
  },
}
