import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmulatorClient, startEmulator } from '../../../src/index.js'
import { isWell, WIRE_SEED } from '../../web/wire.js'
import { CHECKS } from './catalogue.js'
import { isExpected, outcomeOf, SMUGGLED_KEY } from './check.js'

/**
 * The public catalogue of Http11Probe (github.com/MDA2AV/Http11Probe), each check as a request over a socket with a sound
 * read behind it. What is answered stands in answers.json; where Node's parsers differ, there are several.
 * RENEW_ANSWERS=1 adds those of the Node that runs.
 */
const ANSWERS = join(import.meta.dirname, 'answers.json')
const answers: Record<string, string> = JSON.parse(readFileSync(ANSWERS, 'utf8'))
const deviations: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'deviations.json'), 'utf8'),
)

const OR = ' | '
const answersTo = (id: string): readonly string[] => answers[id]?.split(OR) ?? []

let emulator: EmulatorClient
beforeAll(async () => {
  emulator = await startEmulator({ seed: WIRE_SEED, cors: '*' })
})
afterAll(() => emulator.close())

test.each(CHECKS.map((check) => [check.id, check] as const))('%s', async (id, check) => {
  const outcome = await outcomeOf(emulator.baseUrl, check)
  if (process.env.RENEW_ANSWERS !== undefined) {
    answers[id] = [...new Set([...answersTo(id), outcome])].sort().join(OR)
    writeFileSync(ANSWERS, `${JSON.stringify(answers, null, 2)}\n`)
  }
  expect(answersTo(id)).toContain(outcome)
  const smuggled = `${emulator.baseUrl}/v1/kv/ns_wire_a1/${SMUGGLED_KEY}`
  expect((await fetch(smuggled, { headers: { 'X-KV-Key': 'kv_admin_wire' } })).status).toBe(404)
  expect(await isWell(emulator.baseUrl)).toBe(true)
})

test('every answer is one that the catalogue expects, or has a reason', () => {
  const others = CHECKS.filter(({ id, expected }) => answersTo(id).some((one) => !isExpected(one, expected)))
  expect(others.map(({ id }) => id).sort()).toEqual(Object.keys(deviations).sort())
})

test('names each check once', () => {
  const ids = CHECKS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(answers).sort()).toEqual([...ids].sort())
})
