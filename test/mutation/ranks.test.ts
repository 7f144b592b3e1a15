import { expect, test } from 'vitest'
import type { Mutant } from './mutants.js'
import type { Covered } from './notes.js'
import { rankedBy, stillLeft, triesOf } from './ranks.js'

const mutant: Mutant = {
  id: '1',
  file: 'src/domain/kv.ts',
  line: 1,
  mutator: 'BooleanLiteral',
  original: 'true',
  replacement: 'false',
}
const covered = (test: string, file: string, changes: Partial<Covered> = {}): Covered => ({
  test,
  name: test,
  file,
  ms: 1,
  isSound: true,
  hits: { 1: 3 },
  ...changes,
})

const TESTS: readonly Covered[] = [
  covered('slow', 'test/request/kv.test.ts', { ms: 300 }),
  covered('api one', 'test/request/kv.test.ts'),
  covered('api two', 'test/request/kv.test.ts'),
  covered('own one', 'test/domain/kv.test.ts'),
  covered('own two', 'test/domain/kv.test.ts'),
  covered('admin', 'test/admin/kv.test.ts', { ms: 2 }),
  covered('far too slow', 'test/admin/kv.test.ts', { ms: 9000 }),
  covered('broken', 'test/domain/kv.test.ts', { isSound: false }),
  covered('elsewhere', 'test/domain/kv.test.ts', { hits: { 2: 1 } }),
]

test('tests with the name of the module come first, then one of each file in turn, with slow ones late', () => {
  const ranked = rankedBy(TESTS, [mutant]).get('1') ?? []
  expect(ranked.map(({ name }) => name)).toEqual([
    'own one',
    'own two',
    'api one',
    'admin',
    'api two',
    'slow',
  ])
})

test('some tests of each file of the same folder come before others, and their speed matters less', () => {
  const tests = [
    covered('far one', 'test/request/state.test.ts'),
    covered('far two', 'test/request/state.test.ts'),
    covered('near', 'test/domain/state.test.ts', { ms: 2 }),
    covered('near and slow', 'test/domain/state.test.ts', { ms: 300, hits: { 1: 1, 2: 1 } }),
    covered('own and slow', 'test/domain/kv.test.ts', { ms: 60 }),
  ]
  const ranked = rankedBy(tests, [mutant]).get('1') ?? []
  expect(ranked.map(({ name }) => name)).toEqual([
    'near',
    'own and slow',
    'near and slow',
    'far one',
    'far two',
  ])
})

test('tests of its own file that run the same number of mutants take turns with the others', () => {
  const row = { 1: 3, 2: 1 }
  const tests = ['row a', 'row b', 'row c'].map((name) =>
    covered(name, 'test/domain/kv.test.ts', { hits: row }),
  )
  const other = covered('other', 'test/domain/kv.test.ts', { hits: { 1: 1, 2: 1, 3: 1 } })
  const ranked = rankedBy([...tests, other], [mutant]).get('1') ?? []
  expect(ranked.map(({ name }) => name)).toEqual(['row a', 'other', 'row b', 'row c'])
})

test('only surviving mutants are tried, with the tests of the given ranks', () => {
  const ranked = rankedBy(TESTS, [mutant])
  expect(triesOf(ranked, new Map(), 1, 3)).toEqual({ 'own two': { 1: 3 }, 'api one': { 1: 3 } })
  expect(triesOf(ranked, new Map([['1', 'own one']]), 0, 9)).toEqual({})
})

test('mutants that are left are tried again, unless they were killed in the meantime', () => {
  const tries = { a: { 1: 3, 2: 4 }, b: { 1: 3 } }
  const left = new Map([
    ['a', ['1', '2']],
    ['b', ['1']],
  ])
  expect(stillLeft(tries, left, new Map([['1', 'c']]))).toEqual({ a: { 2: 4 } })
})
