import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { mountsOf, services } from './compose.js'
import { commandOf, outerEnvironment, patternOf } from './example.js'

/** Checks that the Compose file matches the image, and that the app runs, without an engine. */

const run = promisify(execFile)
const dockerfile = readFileSync(resolve(import.meta.dirname, '../../Dockerfile'), 'utf8')
const { emulator: service, app } = services

let emulator: EmulatorClient

beforeAll(async () => {
  emulator = await startEmulator({ seed: mountsOf(service).map(({ source }) => source) })
})

afterAll(() => emulator.close())

test('all mounted files exist', () => {
  for (const { source } of [...mountsOf(service), ...mountsOf(app)])
    expect(existsSync(source), source).toBe(true)
})

test('the seed is mounted in the folder that the image reads seeds from', () => {
  const [, folder] = /EMULATOR_SEED=(\S+)/.exec(dockerfile) ?? []
  expect(mountsOf(service).map(({ target }) => target)).toEqual([`${folder}/fixtures.yaml`])
})

test('the app gets the address of the service, with the port of the image', () => {
  const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? []
  const address = `http://emulator:${port}`
  expect(app.environment).toEqual({ KV_BASE_URL: address, DB_BASE_URL: address })
})

test('the app waits for the health check of the image', () => {
  expect(Object.keys(app.depends_on)).toEqual(['emulator'])
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})

test('the app prints what the README shows', async () => {
  const [program, script] = app.command
  const mounted = mountsOf(app).find(({ target }) => target === script)
  expect([program, mounted?.source]).toEqual(['node', expect.stringMatching(/app\.mjs$/)])
  const env = { ...outerEnvironment(), KV_BASE_URL: emulator.baseUrl, DB_BASE_URL: emulator.dbBaseUrl }
  const { stdout } = await run(process.execPath, [mounted?.source ?? ''], { env })
  expect(stdout.trimEnd()).toMatch(patternOf(commandOf('compose').output))
})
