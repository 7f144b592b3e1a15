import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { startEmulator } from '../../src/start-emulator.js'
import { leases, PATHS } from '../own-service/leases.js'
import { documentOf } from './document.js'

/** The part of its API that is used here. Its own types need a resolver that this project doesn't use. */
interface Linter {
  setRuleset(ruleset: unknown): void
  run(document: object): Promise<{ code: string | number; message: string; path: (string | number)[] }[]>
}

let linter: Linter

beforeAll(() => {
  const require = createRequire(import.meta.url)
  const { Spectral } = require('@stoplight/spectral-core') as { Spectral: new () => Linter }
  const { oas } = require('@stoplight/spectral-rulesets') as { oas: unknown }
  linter = new Spectral()
  linter.setRuleset({ extends: [oas] })
})

const problemsOf = async (document: object): Promise<string[]> =>
  (await linter.run(document)).map(({ code, message, path }) => `${code}: ${message} (${path.join('.')})`)

test('the document of an emulator with default options has no problem', async () => {
  await using emulator = await startEmulator()
  expect(await problemsOf(await documentOf(emulator))).toEqual([])
})

test('the document has no problem with services of your own', async () => {
  await using emulator = await startEmulator({ services: [leases, PATHS] })
  expect(await problemsOf(await documentOf(emulator))).toEqual([])
})

test('an array without items and an operation without a description are problems', async () => {
  await using emulator = await startEmulator()
  const document = await documentOf(emulator)
  const schemas = { ...document.components.schemas, Odd: { type: 'array' } }
  const get = { ...document.paths['/documents']?.get, description: undefined }
  const broken = {
    ...document,
    // One of many paths is enough.
    paths: { '/documents': { get } },
    components: { ...document.components, schemas },
  }
  const problems = (await problemsOf(JSON.parse(JSON.stringify(broken)))).join('\n')
  expect(problems).toContain('array-items')
  expect(problems).toContain('operation-description')
})
