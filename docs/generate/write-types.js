// Writes the types for users from the schema of the built program: npm run generate.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { emulatorPrints } from './program.js'
import { typeFiles } from './types.js'

const root = resolve(import.meta.dirname, '../..')

for (const [path, text] of Object.entries(typeFiles(JSON.parse(emulatorPrints(root, 'schema')))))
  writeFileSync(join(root, path), text)
