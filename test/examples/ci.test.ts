import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../src/index.js'
import { commandOf, patternOf } from './example.js'
import { runStep, runSteps, steps } from './workflow.js'

/** Runs the steps of the CI example, except docker's, with an emulator in this process. */

const ofDocker = steps.filter(({ run }) => run.includes('docker '))
const others = steps.filter((step) => !ofDocker.includes(step))

let emulator: EmulatorClient
let folder: string

beforeEach(async () => {
  emulator = await startEmulator()
  folder = mkdtempSync(join(tmpdir(), 'emulator-ci-'))
})

afterEach(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the first step starts the emulator, and the last one always stops it', () => {
  expect(ofDocker).toEqual([steps[0], steps.at(-1)])
  expect(steps.at(-1)?.if).toBe('always()')
})

test('the other steps pass, and the tests print what the README shows', async () => {
  const printed = await runSteps(others, { KV_BASE_URL: emulator.baseUrl }, join(folder, 'variables'))
  const { command, output } = commandOf('ci')
  expect(printed.get(command)).toMatch(patternOf(output))
})

test.each(others.filter(({ name, if: condition }) => condition === undefined && !name.startsWith('Wait')))(
  '"$name" fails if the emulator refuses it',
  async (step) => {
    await expect(runStep(step, { KV_BASE_URL: `${emulator.baseUrl}/nowhere` })).rejects.toThrow()
  },
)

test('if a step failed, the journal is printed', async () => {
  await emulator.fetch('/documents')
  const step = others.find((step) => step.if === 'failure()')
  const shown = step === undefined ? '' : await runStep(step, { KV_BASE_URL: emulator.baseUrl })
  expect(JSON.parse(shown)).toMatchObject({ requests: [{ path: '/documents' }] })
})
