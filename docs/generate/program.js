import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What the built command prints with these arguments. @param {string} folder that of the built package */
export function emulatorPrints(folder, ...args) {
  const env = { ...process.env, NO_COLOR: '1' }
  return execFileSync(process.execPath, [join(folder, 'bin/emulator.js'), ...args], { env, encoding: 'utf8' })
}

/** Runs a function with the address of the admin interface of an emulator that lasts as long. */
export async function withEmulator(folder, use) {
  const { startEmulator } = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
  const emulator = await startEmulator()
  try {
    return await use(emulator.adminUrl)
  } finally {
    await emulator.close()
  }
}
