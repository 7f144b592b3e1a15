import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WorldClient } from '../../src/client/emulator-client.js'
import { explore } from '../../src/explore/explore.js'
import type { ExploreFailure } from '../../src/explore/report.js'
import { readBundle } from '../../src/history/bundle/read.js'
import { replay } from '../../src/server/replay.js'
import { startInProcess } from '../client/emulators.js'

/** The run of the order that fails, as a bundle. */

const PATH = '/v1/kv/ns_shop_k3v9x2/count'
const headers = { 'X-KV-Key': 'kv_admin_shop' }

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'explored-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

async function read(world: WorldClient): Promise<number> {
  const response = await world.fetch(PATH, { headers })
  return response.status === 404 ? 0 : ((await response.json()) as { value: number }).value
}

async function addOne(world: WorldClient): Promise<void> {
  const body = JSON.stringify({ value: (await read(world)) + 1, ttlSeconds: 60 })
  await world.fetch(PATH, { method: 'PUT', headers, body })
}

async function failureOf(bundles: string | false): Promise<ExploreFailure> {
  await using emulator = await startInProcess()
  const count = async (world: WorldClient) => {
    await Promise.all([addOne(world), addOne(world)])
    return read(world)
  }
  const options = { parties: 2, expect: (sum: number) => sum === 2, bundles }
  return await explore(emulator, count, options).then(
    () => Promise.reject(new Error('no order failed')),
    (error: ExploreFailure) => error,
  )
}

test('is named by the failure, and run again it gives the same answers in the same order', async () => {
  const { message, report } = await failureOf(folder)
  const path = report?.failure?.bundle ?? ''
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path])
  expect(message).toContain(`its run, for emulator replay: ${path}`)
  const bundle = readBundle(readFileSync(path, 'utf8'))
  expect(bundle.answers).toHaveLength(report?.failure?.requests.length ?? 0)
  expect((await replay(bundle)).run).toMatchObject({ requests: bundle.answers.length })
  expect((await replay(bundle)).run).not.toHaveProperty('difference')
})

test('is not written where that is not wanted', async () => {
  const { message, report } = await failureOf(false)
  expect(report?.failure).not.toHaveProperty('bundle')
  expect(message).not.toContain('replay')
})
