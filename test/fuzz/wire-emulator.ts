import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import type { EmulatorClient } from '../../src/client/emulator-client.js'
import { startEmulator } from '../../src/emulator.js'
import { WIRE_SEED } from '../web/wire.js'
import { prototypes } from './hostile-values.js'

/** Starts the emulator for the tests of a file, and checks at the end that no input has changed a prototype. */
export function wireEmulator(): () => EmulatorClient {
  let emulator: EmulatorClient
  let sharedBefore: readonly string[]
  beforeAll(async () => {
    sharedBefore = prototypes()
    emulator = await startEmulator({ seed: WIRE_SEED, clock: { now: Date.UTC(2026, 0, 15), frozen: true } })
  })
  afterAll(async () => {
    expect(prototypes()).toEqual(sharedBefore)
    await emulator.close()
  })
  return () => emulator
}

export const NAMESPACE = '/v1/kv/ns_wire_a1'

/** Positions to cut the sent bytes at, taken modulo their length. */
export const cuts = fc.array(fc.nat(1_000_000), { maxLength: 12 })

export const isWellFormed = (text: string) =>
  !/[\ud800-\udfff]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, ''))
