import { expect, test } from 'vitest'
import type { AdminAnswer } from '../../src/client/admin-client.js'
import { emulatorClient } from '../../src/client/emulator-client.js'
import { WAYS } from './emulators.js'

/** A call with an invalid argument must return a promise that rejects, so that `expect().rejects` gets the error. */

const REFUSED: AdminAnswer = { status: 404, text: '{}', type: 'application/json' }
const addresses = { baseUrl: 'http://127.0.0.1:1', dbBaseUrl: 'http://127.0.0.1:1', adminUrl: '' }
const transport = {
  addresses,
  ask: async () => REFUSED,
  fetch: async () => new Response(),
  toWorld: () => transport,
}

const refuse = (): never => {
  throw new Error('it is looked into')
}
const throwing = new Proxy({}, { get: refuse, ownKeys: refuse })
const HOSTILE: readonly unknown[] = ['\ud800', Symbol('no text'), null, new Date(Number.NaN), throwing]
const GIVEN = HOSTILE.flatMap((value) => [[value], ['a', value], [value, 'b']])

function functionsOf(object: object, within: string): [string, (...given: unknown[]) => unknown][] {
  return Object.entries(object).flatMap(([name, member]) => {
    if (typeof member === 'function') return [[within + name, member]]
    return typeof member === 'object' ? functionsOf(member, `${within}${name}.`) : []
  })
}

test.each(
  functionsOf(
    emulatorClient(transport, async () => {}),
    '',
  ),
)('%s with an invalid argument returns a promise', async (_name, call) => {
  for (const given of GIVEN) {
    const promise = call(...given)
    expect(promise).toBeInstanceOf(Promise)
    await Promise.allSettled([promise])
  }
})

test.each(WAYS)('half a character cannot be part of an address, %s', async (_way, start) => {
  await using emulator = await start()
  await expect(emulator.request('\ud800')).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'not_found',
    message: expect.stringContaining('"\\ud800" cannot be part of an address'),
  })
  await expect(emulator.request('😀')).rejects.toThrow('request 😀 is not in the journal')
})
