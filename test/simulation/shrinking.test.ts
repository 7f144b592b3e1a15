import { expect, test } from 'vitest'
import { check } from './check.js'
import type { Tamper } from './simulation.js'

/** A deliberate bug: the entry from the seed can be read, but not once its value is overwritten. */
const losesWhatIsWritten: Tamper = (response, { operation, resource, key = '' }, { model }) => {
  const entry = model.state.namespaces.get(resource)?.entries.get(key)
  const isWritten = key === 'cart' && entry?.text !== '{"n":0}'
  if (operation !== 'kv.get' || response.status !== 200 || !isWritten) return response
  return new Response('{"ok":false,"message":"gone"}', { status: 404, headers: response.headers })
}

test('a failing simulation is shrunk to the fewest steps, and printed with the command that repeats it', async () => {
  const found = (await check({ seed: 8 }, losesWhatIsWritten)) ?? ''
  expect(found).toContain('the status: it should be 200 and is 404')
  expect(found).toContain('shrunk to 2 steps')
  expect(found.split('\n').filter((line) => line.startsWith('  '))).toEqual([
    expect.stringMatching(/^ {2}PUT \/v1\/kv\/\S+\/cart .* -> 200/),
    expect.stringMatching(/^ {2}GET \/v1\/kv\/\S+\/cart .* -> 404/),
  ])
  const line = /SIMULATION_SEED=8 SIMULATION_PATH=([\d:]+) npx vitest run test\/simulation\/\S+$/
  const [, path] = line.exec(found) ?? []
  expect(await check({ seed: 8, path }, losesWhatIsWritten)).toBe(found)
})
