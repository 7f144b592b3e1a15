import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { outerEnvironment } from '../examples/example.js'
import { blocksOf, readPage } from './pages.js'

/** The programs of the page about other languages, run where there is what runs them. */

const run = promisify(execFile)
const { text } = readPage('docs/runners/http.md')

let emulator: EmulatorClient
let folder: string

beforeAll(async () => {
  emulator = await startEmulator({ seed: resolve(import.meta.dirname, '../../fixtures/demo.yaml') })
  folder = mkdtempSync(join(tmpdir(), 'emulator-languages-'))
})

afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  { language: 'python', file: 'session.py', command: 'python3', args: [], version: '--version' },
  { language: 'go', file: 'session.go', command: 'go', args: ['run'], version: 'version' },
])('$language', ({ language, file, command, args, version }) => {
  const [program = ''] = blocksOf(language, text)

  test('the page has one program', () => {
    expect(blocksOf(language, text)).toHaveLength(1)
  })

  test.runIf(spawnSync(command, [version]).status === 0)('it runs', async () => {
    writeFileSync(join(folder, file), program)
    const env = { ...outerEnvironment(), KV_BASE_URL: emulator.baseUrl }
    const { stdout } = await run(command, [...args, file], { cwd: folder, env })
    expect(stdout).toBe('the session ended after 15 minutes\n')
  })
})
