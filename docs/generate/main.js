// Makes docs/reference/ from the built program and its types: npm run generate. It needs `npm ci --prefix test`. Other
// folders of a built package, and for the pages, are its arguments.
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { adminPage } from './admin.js'
import { commandPage } from './command.js'
import { libraryPage } from './library.js'
import { emulatorPrints, withEmulator } from './program.js'
import { seedPage } from './seed.js'

const root = resolve(import.meta.dirname, '../..')
const [built = root, folder = join(root, 'docs/reference')] = process.argv.slice(2)

const openapi = await withEmulator(built, async (adminUrl) =>
  (await fetch(`${adminUrl}/openapi.json`)).json(),
)
const pages = {
  admin: adminPage(openapi),
  command: commandPage(built),
  library: libraryPage(join(built, 'dist/types')),
  seed: seedPage(JSON.parse(emulatorPrints(built, 'schema'))),
}
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, `${name}.md`), text)
