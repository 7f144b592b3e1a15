import { connectEmulator } from '../../../src/client/connect.js'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import type { ProfilePatch } from '../../../src/domain/profile/profile.js'
import { startEmulator } from '../../../src/emulator.js'
import { extent } from '../../support/extent.js'
import { GAP_PROFILES } from '../gaps/gap-profiles.js'
import { describeStatements } from './describe-statements.js'

const ways = Object.entries(GAP_PROFILES)

async function start(profile: ProfilePatch): Promise<EmulatorClient> {
  const { baseUrl, close } = await startEmulator({ profile })
  return { ...connectEmulator(baseUrl), close }
}

// Over HTTP, as the clients of a service see it. In process every way is tried by test/client/statements.test.ts.
describeStatements('over HTTP', start, ways.slice(0, extent(1, ways.length)))
