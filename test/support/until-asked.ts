import type { EmulatorClient } from '../../src/client/emulator-client.js'

/** Resolves once a request has reached an emulator or a world. */
export async function untilAsked({ requests }: Pick<EmulatorClient, 'requests'>): Promise<void> {
  while ((await requests()).length === 0) await new Promise(setImmediate)
}
