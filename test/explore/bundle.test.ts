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

/** The bundle of the run of a failing order. */

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

test('a failing order writes a bundle, and its replay has the same responses in the same order', async () => {
  const { message, report } = await failureOf(folder)
  const path = report?.failure?.bundle ?? ''
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path])
  expect(message).toContain(`its run, for npx tristore-emulator replay: ${path}`)
  const bundle = readBundle(readFileSync(path, 'utf8'))
  expect(bundle.answers).toHaveLength(report?.failure?.requests.length ?? 0)
  expect((await replay(bundle)).run).toMatchObject({ requests: bundle.answers.length })
  expect((await replay(bundle)).run).not.toHaveProperty('difference')
})

test('with bundles: false no bundle is written', async () => {
  const { message, report } = await failureOf(false)
  expect(report?.failure).not.toHaveProperty('bundle')
  expect(message).not.toContain('replay')
})
