import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { locale } from '../../src/seed/expand/locale.js'

const folder = resolve(import.meta.dirname, '../../dist/locale')

/** A section of words as the built command reads it. */
const built = (file: string) => [
  basename(file, '.json'),
  JSON.parse(readFileSync(resolve(folder, file), 'utf8')),
]

test('the built command has the words that faker makes text of', () => {
  expect(Object.fromEntries(readdirSync(folder).map(built))).toStrictEqual(locale)
})
