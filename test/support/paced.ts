import { inProcessClient } from '../../src/client/in-process/client.js'
import { launch } from '../../src/server/launch.js'
import type { LaunchOptions } from '../../src/server/options/emulator-options.js'
import type { EmulatorPorts } from '../../src/server/system-ports.js'
import { services } from '../../src/services/index.js'

/** Starts an emulator in this process and returns it with its default world. The test controls the real clock. */
export async function startPaced(
  time: Partial<Pick<EmulatorPorts, 'monotonic' | 'realNow'>>,
  options: LaunchOptions = {},
) {
  const emulator = await launch({ services, ...options }, time)
  return { world: emulator.world, emulator: inProcessClient({ ...emulator, requireWorld: false }) }
}
