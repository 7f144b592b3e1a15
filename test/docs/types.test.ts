import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/index.js'
import { jsonSchema } from '../../src/seed/schema/json-schema.js'
import { services } from '../../src/services/index.js'

const root = resolve(import.meta.dirname, '../..')

interface Generator {
  readonly typeFiles: (seed: object, openapi: unknown) => Readonly<Record<string, string>>
}

test('types for users are what `npm run generate` writes from the schemas', async () => {
  await using emulator = await startEmulator()
  const openapi: unknown = await (await fetch(`${emulator.adminUrl}/openapi.json`)).json()
  const { typeFiles }: Generator = await import(join(root, 'docs/generate/types.js'))
  for (const [path, text] of Object.entries(typeFiles(jsonSchema(services), openapi)))
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
})

test.each([
  'src/domain/profile/profile-types.ts',
  'src/domain/faults/fault-object.ts',
  'src/client/seed-object.ts',
])('each member in %s has its text', (path) => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  const bare = lines.filter(
    (line, index) =>
      /^ +readonly .*: /.test(line) && !/never$/.test(line) && !lines[index - 1]?.endsWith('*/'),
  )
  expect(bare).toEqual([])
})
