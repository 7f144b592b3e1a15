import type { EmulatorClient } from './client/emulator-client.js'
import { inProcessClient } from './in-process/client.js'
import { launch } from './server/launch.js'
import type { EmulatorOptions } from './server/options.js'

/**
 * Starts an emulator in this process: on a free port, quiet, without signal handlers.
 *
 * @example
 * const emulator = await startEmulator({ seed: 'fixtures/demo.yaml' })
 * process.env.KV_BASE_URL = emulator.baseUrl
 * await emulator.clock.advance('1d')
 * await emulator.close()
 *
 * @throws SeedProblems, Refusal invalid_profile, or the system's error where a seed cannot be read or a port is taken
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<EmulatorClient> {
  const { plane, home, baseUrl, dbBaseUrl, adminUrl, close } = await launch(options)
  const addresses = { baseUrl, dbBaseUrl, adminUrl }
  return inProcessClient({ plane, home, addresses, requireWorld: options.requireWorld ?? false, close })
}
