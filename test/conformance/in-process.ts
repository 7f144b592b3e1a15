import { inProcessClient } from '../../src/in-process/client.js'
import type { EmulatorClient } from '../../src/index.js'
import { launch } from '../../src/server/launch.js'

/** An emulator without a socket: many thousand requests are asked of it. */
export async function startInProcess(options: Parameters<typeof launch>[0] = {}): Promise<EmulatorClient> {
  const { plane, home, baseUrl, dbBaseUrl, adminUrl, close } = await launch(options)
  const addresses = { baseUrl, dbBaseUrl, adminUrl }
  return inProcessClient({ plane, home, addresses, requireWorld: false, close })
}
