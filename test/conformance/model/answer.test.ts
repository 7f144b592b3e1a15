import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../../src/contract/operations.js'
import { OPERATIONS } from '../../simulation/model/answer.js'

test('the model answers exactly the operations of the contract', () => {
  expect([...OPERATIONS.keys()].sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('the part of the model that only simulations need shares no code with the emulator either', () => {
  const folder = resolve(import.meta.dirname, '../../simulation/model')
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(sources.length).toBeGreaterThan(4)
  expect(sources.filter((source) => /from '[./]*\/src\//.test(source))).toEqual([])
})
