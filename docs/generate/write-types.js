// Writes the types for users from the schemas of the built program: npm run generate.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emulatorPrints, withEmulator } from './program.js'
import { typeFiles } from './types.js'

const root = resolve(import.meta.dirname, '../..')

const openapi = await withEmulator(root, async (adminUrl) => (await fetch(`${adminUrl}/openapi.json`)).json())
for (const [path, text] of Object.entries(typeFiles(JSON.parse(emulatorPrints(root, 'schema')), openapi)))
  writeFileSync(join(root, path), text)
