import { expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { kvKey, NS } from '../clients.js'
import { ask, SEED, start } from './greased.js'

/** Options that were set are not greased, even if they were set to their defaults. */

async function putStatuses(emulator: EmulatorClient): Promise<number[]> {
  const statuses = new Set<number>()
  for (let times = 0; times < 40; times++) {
    const sent = [`PUT /v1/kv/${NS}/k`, kvKey('kv_admin'), { value: 1, ttlSeconds: 60 }] as const
    statuses.add((await ask(emulator, sent)).status)
  }
  return [...statuses].sort()
}

const NAMED = { kv: { putStatus: 200 } } as const

test('an option is not greased if it was set at the start, even after a reset', async () => {
  await using emulator = await start({ grease: 3, profile: NAMED })
  expect(await putStatuses(emulator)).toEqual([200])
  await emulator.reset()
  expect(await putStatuses(emulator)).toEqual([200])
  await using world = await emulator.world()
  expect(await putStatuses(world)).toEqual([200])
})

test('an option is not greased if a seed names it', async () => {
  await using emulator = await start({ grease: 3, seed: { ...SEED, profile: NAMED } })
  expect(await putStatuses(emulator)).toEqual([200])
})

test('an option is not greased if it was patched, until a reset', async () => {
  await using emulator = await start({ grease: 3 })
  await emulator.profile.patch(NAMED)
  expect(await putStatuses(emulator)).toEqual([200])
  await emulator.snapshots.take('named')
  await using world = await emulator.world({ from: 'current' })
  expect(await putStatuses(world)).toEqual([200])
  await emulator.reset()
  expect(await putStatuses(emulator)).toEqual([200, 201])
  await emulator.snapshots.restore('named')
  expect(await putStatuses(emulator)).toEqual([200])
})

test('an option is not greased if a merged state names it', async () => {
  await using emulator = await start({ grease: 3 })
  await emulator.state.merge({ profile: NAMED })
  expect(await putStatuses(emulator)).toEqual([200])
})

test('an option is not greased if it was set before the state was exported; the others are not exported', async () => {
  await using emulator = await start({ grease: 3, profile: { errors: { codes: { '404': 'not_found' } } } })
  await emulator.profile.patch(NAMED)
  const state = await emulator.state.get()
  expect(state).toMatchObject({ profile: { ...NAMED, errors: { codes: { '404': 'not_found' } } } })
  await using other = await start({ grease: 3 })
  await other.state.replace(state)
  expect(await putStatuses(other)).toEqual([200])
  expect((await other.state.get()).profile).toEqual(state.profile)
})

test('the profile shows what is set, not what grease makes of it', async () => {
  await using emulator = await start({ grease: 3 })
  await putStatuses(emulator)
  expect(await emulator.profile.get()).toEqual(defaultProfile)
})
