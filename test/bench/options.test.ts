import { expect, test } from 'vitest'
import { readOptions } from './options.js'

test('a run without options measures everything', () => {
  expect(readOptions([])).toMatchObject({
    isQuick: false,
    isGuard: false,
    isRecord: false,
    only: [],
    nodes: [],
  })
})

test('options name rows, other Nodes and a file', () => {
  const args = ['--only', 'get', '--only', 'start', '--node', '/n24', '--json', 'out.json', '--record']
  expect(readOptions(args)).toMatchObject({
    isRecord: true,
    only: ['get', 'start'],
    nodes: ['/n24'],
    json: 'out.json',
  })
})

test('--peers measures that row', () => {
  expect(readOptions(['--peers'])).toMatchObject({ only: ['peers'] })
})

test('--guard measures the quick rows', () => {
  expect(readOptions(['--guard'])).toMatchObject({ isGuard: true, isQuick: true })
})

test('--node is refused for rows other than the start', () => {
  expect(() => readOptions(['--only', 'get', '--node', '/n24'])).toThrow('/n24 test/bench/main.js')
})

test('an unknown option is refused', () => {
  expect(() => readOptions(['--fast'])).toThrow('--fast')
})
