import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import type { EmulatorOptions } from '../../src/index.js'
import { startEmulator } from '../../src/start-emulator.js'
import { WIRE_SEED } from '../web/wire.js'
import { prototypes } from './hostile-values.js'

/** Every switch that changes how requests are served. */
export const EVERY_SWITCH = {
  trustProxy: true,
  cors: '*',
  dbPort: 0,
  requireWorld: true,
  adminToken: 'secret',
} as const satisfies EmulatorOptions

/** The path of the tests' world, if the emulator requires one. */
export const WORLD = '/_worlds/fuzz'

/** Starts an emulator for some tests, and checks at the end that no input has changed a prototype. */
export function wireEmulator(switches: EmulatorOptions = {}): () => EmulatorClient {
  let emulator: EmulatorClient
  let world: EmulatorClient
  let sharedBefore: readonly string[]
  beforeAll(async () => {
    sharedBefore = prototypes()
    const clock = { now: Date.UTC(2026, 0, 15), frozen: true }
    emulator = await startEmulator({ seed: WIRE_SEED, clock, ...switches })
    world = switches.requireWorld === true ? await emulator.world({ id: 'fuzz' }) : emulator
  })
  afterAll(async () => {
    expect(prototypes()).toEqual(sharedBefore)
    await emulator.close()
  })
  return () => world
}

export const NAMESPACE = '/v1/kv/ns_wire_a1'

/** Where to cut the sent bytes, modulo their length. */
export const cuts = fc.array(fc.nat(1_000_000), { maxLength: 12 })

export const isWellFormed = (text: string) =>
  !/[\ud800-\udfff]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''))
