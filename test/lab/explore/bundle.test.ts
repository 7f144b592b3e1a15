import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explore } from '../../../lab/explore/explore.js'
import type { ExploreFailure } from '../../../lab/explore/report.js'
import { startInProcess } from '../emulators.js'
import { countTwice } from './toys.js'

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
  expect(message).toContain(`bundle for npx tristore-emulator replay: ${path}`)
  const requests = report?.failure?.requests.length
  expect(JSON.parse(readFileSync(path, 'utf8')).answers).toHaveLength(requests ?? 0)
  // `replay` exits with 1 if an answer differs.
  const printed = execFileSync(process.execPath, ['bin/emulator.js', 'replay', path, '--report', 'json'])
  expect(JSON.parse(String(printed))).toMatchObject({ requests })
})

test('no bundle is written with bundles: false', async () => {
  const { message, report } = await failureOf(false)
  expect(report?.failure).not.toHaveProperty('bundle')
  expect(message).not.toContain('replay')
})
