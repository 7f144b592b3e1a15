import { connectEmulator } from '../client/connect.js'
import type { EmulatorClient } from '../client/emulator-client.js'
import type { EmulatorOptions } from '../server/options/emulator-options.js'
import { startEmulator } from '../start-emulator.js'

/**
 * Connects to the emulator at `EMULATOR_URL`, which `emulator exec` sets. Without it, or with options, starts a new
 * one.
 */
export async function connectOrStart(options: EmulatorOptions): Promise<EmulatorClient> {
  const { EMULATOR_URL: url, EMULATOR_ADMIN_TOKEN: adminToken } = process.env
  if (!url || Object.keys(options).length > 0) return startEmulator(options)
  return connectEmulator(url, { adminToken: adminToken || undefined })
}
