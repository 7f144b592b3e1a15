import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { jsonSchema } from '../../src/seed/schema/json-schema.js'
import { services } from '../../src/services/index.js'

const root = resolve(import.meta.dirname, '../..')

interface Generator {
  readonly typeFiles: (schema: object) => Readonly<Record<string, string>>
}

test('types for users are what `npm run generate` writes from the schema of seeds', async () => {
  const { typeFiles }: Generator = await import(join(root, 'docs/generate/types.js'))
  for (const [path, text] of Object.entries(typeFiles(await jsonSchema(services))))
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text)
})
