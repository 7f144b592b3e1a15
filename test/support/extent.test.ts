import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { DEEPER } from '../deep/deeper.js'

const IMPORT = `${'support'}/extent.js'`

const root = resolve(import.meta.dirname, '../..')

test('the project `deep` of test/machines.config.ts runs every test that tries more there', () => {
  const files = readdirSync(join(root, 'test'))
    .filter((name) => name !== 'node_modules' && !name.includes('.'))
    .flatMap((name) =>
      readdirSync(join(root, 'test', name), { recursive: true, encoding: 'utf8' }).map((path) =>
        join('test', name, path),
      ),
    )
    .filter((path) => path.endsWith('.test.ts'))
  const deeper = files.filter((path) => readFileSync(join(root, path), 'utf8').includes(IMPORT))
  expect(deeper.sort()).toEqual([...DEEPER].sort())
})
