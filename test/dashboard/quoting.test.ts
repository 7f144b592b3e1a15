import { execFileSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { valueOfEnv, wordOfShell } from '../../dashboard/lib/curl.js'

/** Addresses in lines to paste are quoted, so that they arrive unchanged. */

const PLAIN = 'http://127.0.0.1:4600/_worlds/w1'
const ADDRESSES = [
  PLAIN,
  'http://[::1]:4600/_worlds/w1',
  "http://localhost:4600/_worlds/it's(one)*!",
  'http://localhost:4600/$HOME/`x`#y',
]

test.each(ADDRESSES)('a shell reads %s unchanged', (address) => {
  const script = `export ADDRESS=${wordOfShell(address)}\nprintf %s "$ADDRESS"`
  // Like zsh, bash then fails if a pattern matches no file.
  const bash = ['--norc', '-O', 'failglob', '-c', script]
  expect(execFileSync('bash', bash, { encoding: 'utf8' })).toBe(address)
  const words = ['--norc', '-O', 'failglob', '-c', `printf %s ${wordOfShell(address)}`]
  expect(execFileSync('bash', words, { encoding: 'utf8' })).toBe(address)
})

test.each(ADDRESSES)('.env contains %s unchanged', (address) => {
  expect(parseEnv(`ADDRESS=${valueOfEnv(address)}\nNEXT=1`)).toEqual({ ADDRESS: address, NEXT: '1' })
})

test('a text without special characters is not quoted', () => {
  expect([wordOfShell(PLAIN), valueOfEnv(PLAIN)]).toEqual([PLAIN, PLAIN])
})
