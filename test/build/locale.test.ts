import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { fakerLibrary } from '../../src/seed/expand/faker-library.js'
import { BuiltPackage } from '../cli/built.js'

test('the built command has the words that faker generates text from', () => {
  using built = new BuiltPackage()
  built.build()
  const folder = join(built.folder, 'dist/locale')
  const section = (file: string) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ]
  expect(Object.fromEntries(readdirSync(folder).map(section))).toStrictEqual(fakerLibrary().locale)
})
