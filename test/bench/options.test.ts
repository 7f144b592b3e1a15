import { expect, test } from 'vitest'
import { readOptions } from './options.js'

test('measures everything by default', () => {
  expect(readOptions([])).toMatchObject({
    isQuick: false,
    isGuard: false,
    isRecord: false,
    only: [],
    nodes: [],
  })
})

test('accepts rows, other Node binaries and a file', () => {
  const args = ['--only', 'get', '--only', 'start', '--node', '/n24', '--json', 'out.json', '--record']
  expect(readOptions(args)).toMatchObject({
    isRecord: true,
    only: ['get', 'start'],
    nodes: ['/n24'],
    json: 'out.json',
  })
})

test('guards the quick rows', () => {
  expect(readOptions(['--guard'])).toMatchObject({ isGuard: true, isQuick: true })
})

test('refuses another Node for rows that are not measured on it', () => {
  expect(() => readOptions(['--only', 'get', '--node', '/n24'])).toThrow('/n24 test/bench/main.js')
})

test('refuses an unknown option', () => {
  expect(() => readOptions(['--fast'])).toThrow('--fast')
})
