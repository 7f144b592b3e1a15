import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidBundle, readBundle } from '../../../src/history/bundle/read.js'
import type { EmulatorClient } from '../../../src/index.js'
import { KEY, NS, startRecorded } from './recorded.js'

let emulator: EmulatorClient

beforeEach(async () => {
  emulator = await startRecorded()
})

afterEach(() => emulator.close())

const read = (key: string) => emulator.fetch(`/v1/kv/${NS}/${key}`, { headers: KEY })

describe('text that is not a bundle is refused', () => {
  const problemOf = (content: string): string => {
    try {
      readBundle(content)
      return 'none'
    } catch (error) {
      if (error instanceof InvalidBundle) return error.message
      throw error
    }
  }

  test.each([
    ['', /^it is empty$/],
    ['{"format": "tristore-bundle/3", "comm', /is cut off/],
    ['namespaces: []', /^it is not JSON$/],
    ['[]', /it is not a bundle: write one with GET \/_admin\/bundle/],
    ['{"version": 1, "namespaces": []}', /it is a seed.*--seed/],
    [
      '{"format": "tristore-bundle/4", "version": "3.0.0"}',
      /tristore-bundle\/4, but this emulator reads tristore-bundle\/3: .*\(3\.0\.0\)/,
    ],
    [
      '{"format": "tristore-bundle/2", "version": "0.1.0"}',
      /tristore-bundle\/2, but this emulator reads tristore-bundle\/3: .*\(0\.1\.0\)/,
    ],
    ['{"format": "tristore-bundle/3"}', /^\/version: is missing$/],
  ])('text that is not a bundle is refused: %s', (content, problem) => {
    expect(problemOf(content)).toMatch(problem)
  })

  test.each([
    [
      '/commands/0/method',
      ['commands', 0, 'method'],
      7,
      /^\/commands\/0\/method: expected text, found the number 7$/,
    ],
    ['/commands/0/headers', ['commands', 0, 'headers'], [['a']], /^\/commands\/0\/headers/],
    [
      '/commands/0/kind',
      ['commands', 0, 'kind'],
      'other',
      /^\/commands\/0\/kind: expected "request" or "admin", found/,
    ],
    [
      '/commands/0/id',
      ['commands', 0, 'id'],
      'x1',
      /^\/commands\/0\/id: expected r and a number, found the text "x1"$/,
    ],
    [
      '/at',
      ['at'],
      253_402_300_800_000,
      /^\/at: expected an instant up to the year 9999, found the number 253402300800000$/,
    ],
    ['/beginning', ['beginning'], [], /^\/beginning: expected an object, found a list$/],
    [
      '/options/bounds/faults',
      ['options', 'bounds', 'faults'],
      -1,
      /^\/options\/bounds\/faults: expected 0 or more, found/,
    ],
    ['/answers', ['answers'], [], /^\/answers\/0: expected the answer to r1, found none$/],
  ])('a bundle with a wrong value at %s is refused', async (_, path, value, problem) => {
    await read('a')
    const bundle: unknown = JSON.parse(JSON.stringify(await emulator.bundle()))
    let at = bundle as Record<string | number, unknown>
    for (const name of path.slice(0, -1)) at = at[name] as typeof at
    at[path.at(-1) ?? ''] = value
    expect(problemOf(JSON.stringify(bundle))).toMatch(problem)
  })
})
