import type { EmulatorClient } from '../../src/client/emulator-client.js'

/** Resolves once an emulator or world has received a request. */
export async function untilAsked({ requests }: Pick<EmulatorClient, 'requests'>): Promise<void> {
  while ((await requests()).length === 0) await new Promise(setImmediate)
}
