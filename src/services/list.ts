import { config } from './config/service.js'
import { documents } from './documents/service.js'
import { kv } from './kv/service.js'
import type { Service } from './service.js'

/** The services, in the order in which they are read, shown and compared. */
export const services: readonly Service[] = [kv, config, documents]
