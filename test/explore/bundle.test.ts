import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.js'
import type { ExploreFailure } from '../../src/explore/report.js'
import { readBundle } from '../../src/history/bundle/read.js'
import { replay } from '../../src/server/replay.js'
import { startInProcess } from '../client/emulators.js'
import { countTwice } from './toys.js'

/** The run of the order that fails, as a bundle. */

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'explored-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

async function failureOf(bundles: string | false): Promise<ExploreFailure> {
  await using emulator = await startInProcess()
  const options = { parties: 2, expect: (sum: number) => sum === 2, bundles }
  return await explore(emulator, (world) => countTwice(world), options).then(
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
