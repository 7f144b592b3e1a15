import type { InferOutput, ObjectSchema } from 'valibot'
import type { Service } from '../admin/call.js'
import type { Seed } from '../seed/schema/schema.js'
import type { configSeed } from './config/seed.js'
import { config } from './config/service.js'
import type { documentsSeed } from './documents/seed.js'
import { documents } from './documents/service.js'
import type { kvSeed } from './kv/seed.js'
import { kv } from './kv/service.js'

/** They're read, shown and compared in this order. */
export const services: readonly Service[] = [kv, config, documents]

export type ContractSeed = Seed &
  InferOutput<ObjectSchema<(typeof kvSeed & typeof configSeed & typeof documentsSeed)['fields'], undefined>>
