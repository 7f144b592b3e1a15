import { afterAll, beforeAll, expect, test } from 'vitest'
import { referencePages } from '../../docs/generate/pages.js'
import { BuiltPackage } from '../cli/built.js'
import { readPage } from './pages.js'

/** The pages of docs/reference/ are what `npm run generate` makes of the program. */

const built = new BuiltPackage()

beforeAll(() => {
  built.build()
  built.buildTypes()
})

afterAll(() => built[Symbol.dispose]())

test('they are as the program is: npm run generate writes them', async () => {
  for (const [name, text] of Object.entries(await referencePages(built.folder)))
    expect(text === readPage(`docs/reference/${name}`).text, name).toBe(true)
})
