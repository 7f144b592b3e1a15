import type { Service } from '../../admin/call.js'
import { resourceParts } from '../../domain/parts.js'
import { keyedErrors } from '../keyed.js'
import { served } from '../operation.js'
import { CONFIG } from './contents.js'
import { stores } from './kinds.js'
import { configOperations } from './operations.js'
import { configSeed } from './seed.js'
import { configSchemas, configWires } from './wire.js'

/** See docs/CONTRACT.md section B. */
export const config: Service = {
  name: 'config',
  contents: CONFIG,
  seed: configSeed,
  operations: served('config', configOperations),
  parts: resourceParts(stores),
  wires: configWires,
  schemas: () => configSchemas,
  holder: 'store',
  tag: { name: 'Config store', description: 'Named JSON entries that exist until you delete them.' },
  errors: keyedErrors({ messages: { resource_missing: 'The store does not exist.' } }),
  admin: async () => (await import('./admin.js')).configAdmin,
}
