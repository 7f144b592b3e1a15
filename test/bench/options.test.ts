import { expect, test } from 'vitest'
import { readOptions } from './options.js'

test('measures everything where nothing is asked for', () => {
  expect(readOptions([])).toMatchObject({
    isQuick: false,
    isGuard: false,
    isRecord: false,
    only: [],
    nodes: [],
  })
})

test('takes rows, other Nodes and a file', () => {
  const args = ['--only', 'get', '--only', 'start', '--node', '/n24', '--json', 'out.json', '--record']
  expect(readOptions(args)).toMatchObject({
    isRecord: true,
    only: ['get', 'start'],
    nodes: ['/n24'],
    json: 'out.json',
  })
})

test('guards by the quick rows', () => {
  expect(readOptions(['--guard'])).toMatchObject({ isGuard: true, isQuick: true })
})

test('refuses another Node for rows that are not measured on it', () => {
  expect(() => readOptions(['--only', 'get', '--node', '/n24'])).toThrow('/n24 test/bench/main.js')
})

test('refuses what it does not know', () => {
  expect(() => readOptions(['--fast'])).toThrow('--fast')
})
