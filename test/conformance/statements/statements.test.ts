import { connectEmulator } from '../../../src/client/connect.js'
import { startEmulator } from '../../../src/emulator.js'
import { describeStatements } from './describe-statements.js'

// Over HTTP, as the clients of a service see it.
describeStatements('over HTTP', async (profile) => {
  const { baseUrl, close } = await startEmulator({ profile })
  return { ...connectEmulator(baseUrl), close }
})
