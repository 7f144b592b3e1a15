import { beforeAll, test } from 'vitest'
import { runInCopy } from '../clients/client-run.js'
import { go, java, missingFor, python } from '../clients/languages.js'
import { buildImage, IMAGE } from './image.js'

/** The clients of other languages start the image in a real engine. */

beforeAll(() => buildImage())

test.for([python, java, go])('$language', async (client, { skip }) => {
  const missing = missingFor(client)
  skip(missing !== undefined, missing)
  await runInCopy(client.language, client.test, { env: { EMULATOR_IMAGE: IMAGE } })
})
