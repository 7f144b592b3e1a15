import type { ServiceAdmin } from '../../../admin/call.js'
import { foundIn } from '../../../admin/resource-calls.js'
import { parameter, text } from '../../../contract/json-schema.js'
import { namespaces } from '../kinds.js'
import { entryCalls } from './entries.js'
import { namespaceCalls } from './namespaces.js'

/** The key-value store in the admin interface. */
export const kvAdmin: ServiceAdmin = {
  calls: [...namespaceCalls, ...entryCalls],
  named: { namespaces: parameter('The id of a namespace.', text, 'ns_shop_k3v9x2') },
  ...foundIn(namespaces, { holder: 'namespace', entry: 'entry' }),
}
