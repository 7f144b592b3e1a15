// Makes docs/reference/ from the built program: npm run docs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { adminPage } from './admin.js'
import { commandPage } from './command.js'
import { libraryPage } from './library.js'
import { emulatorPrints, withEmulator } from './program.js'
import { seedPage } from './seed.js'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'docs/reference')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const openapi = await withEmulator(async (adminUrl) => (await fetch(`${adminUrl}/openapi.json`)).json())
const pages = {
  admin: adminPage(openapi),
  command: commandPage(),
  library: libraryPage(join(root, 'dist/types')),
  seed: seedPage(JSON.parse(emulatorPrints('schema'))),
}
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, `${name}.md`), text)
