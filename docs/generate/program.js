import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** What the built command prints with these arguments. */
export function emulatorPrints(...args) {
  const env = { ...process.env, NO_COLOR: '1' }
  const command = resolve(root, 'bin/emulator.js')
  return execFileSync(process.execPath, [command, ...args], { env, encoding: 'utf8' })
}

/** Runs a function with the address of the admin interface of an emulator that lasts as long. */
export async function withEmulator(use) {
  const { startEmulator } = await import('../../dist/index.js')
  const emulator = await startEmulator()
  try {
    return await use(emulator.adminUrl)
  } finally {
    await emulator.close()
  }
}
