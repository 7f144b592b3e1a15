import { join } from 'node:path'
import { adminPage } from './admin.js'
import { commandPage } from './command.js'
import { libraryPage } from './library.js'
import { emulatorPrints, withEmulator } from './program.js'
import { seedPage } from './seed.js'

/**
 * Makes the pages of docs/reference/.
 *
 * @param {string} folder that of the built package, with its types
 * @returns {Promise<Record<string, string>>} their texts by their names
 */
export async function referencePages(folder) {
  const openapi = await withEmulator(folder, async (adminUrl) =>
    (await fetch(`${adminUrl}/openapi.json`)).json(),
  )
  return {
    'admin.md': adminPage(openapi),
    'command.md': commandPage(folder),
    'library.md': libraryPage(join(folder, 'dist/types')),
    'seed.md': seedPage(JSON.parse(emulatorPrints(folder, 'schema'))),
  }
}
