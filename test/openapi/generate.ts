/** The types of a client, made of the document that an emulator has when nothing is set. */

import openapiTS, { astToString } from 'openapi-typescript'
import { startEmulator } from '../../src/emulator.js'
import { documentOf } from './document.js'

const HEAD =
  '// Made by test/openapi/client.test.ts of the OpenAPI document: npm run test:tools -- openapi/client -u\n\n'

/** The text of generated.ts as it has to be. */
export async function generatedTypes(): Promise<string> {
  await using emulator = await startEmulator()
  const { servers: _, ...document } = await documentOf(emulator)
  return HEAD + astToString(await openapiTS(JSON.stringify(document)))
}
