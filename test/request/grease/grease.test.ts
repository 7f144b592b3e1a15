import { beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorOptions } from '../../../src/server/options/emulator-options.js'
import { kvKey, NS } from '../clients.js'
import { ask, askAll, type Received, SEED, start } from './greased.js'

/** Grease varies only what the contract leaves open, and does so reproducibly. */

/** Replaces the port in answers, so that those of two emulators can be compared. */
async function answersOf(options: EmulatorOptions): Promise<unknown[]> {
  await using emulator = await start(options)
  return (await askAll(emulator)).map((answer) => withoutPort(answer, emulator.baseUrl))
}

const withoutPort = (answer: Received, baseUrl: string): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(baseUrl, 'http://emulator'))

describe('the number', () => {
  test('the number of grease decides the answers: equal ones give equal answers, byte for byte', async () => {
    const first = await answersOf({ grease: 7 })
    expect(await answersOf({ grease: 7 })).toEqual(first)
    expect(await answersOf({ grease: 8 })).not.toEqual(first)
  })

  test('the number of grease gives the same answers again after a reset', async () => {
    await using emulator = await start({ grease: 7 })
    const first = await askAll(emulator)
    const next = (answers: readonly Received[]) =>
      answers.map(({ headers }) => headers['x-next'] !== undefined)
    await emulator.reset()
    const again = await askAll(emulator)
    const withoutNext = (answers: readonly Received[]) =>
      answers.map(({ headers: { 'x-next': _, ...headers }, ...answer }) => ({ ...answer, headers }))
    expect(withoutNext(again)).toEqual(withoutNext(first))
    expect(next(again)).toEqual(next(first))
  })

  test('the number of grease is the same for every world', async () => {
    await using emulator = await start({ grease: 7 })
    const first = await askAll(emulator)
    await using world = await emulator.world()
    const there = await askAll(world)
    expect(there.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  })

  test('the number of grease is the random seed if none is given, be it from an option or from the seed', async () => {
    expect(await answersOf({ grease: true, randomSeed: 5 })).toEqual(
      await answersOf({ grease: 5, randomSeed: 5 }),
    )
    const seed = { ...SEED, random: 42 }
    expect(await answersOf({ grease: true, seed })).toEqual(await answersOf({ grease: 42, seed }))
  })

  test.each([false, 0, undefined])('grease is turned off by %s', async (grease) => {
    const plain = await answersOf({})
    expect(await answersOf(grease === undefined ? {} : { grease })).toEqual(plain)
    expect(JSON.stringify(plain)).not.toContain('grease')
  })
})

test('grease leaves a broken connection broken', async () => {
  await using emulator = await start({ grease: 7 })
  const headers = { 'X-Emulator-Fault': 'reset' }
  await expect(emulator.fetch('/documents', { headers })).rejects.toThrow('fetch failed')
  expect(await emulator.requests({ limit: 1 })).toMatchObject([{ status: null, outcome: 'fault' }])
})

describe('what varies', () => {
  /** The answers to each request of the round under some numbers, by request line. */
  const seen = new Map<string, Received[]>()

  beforeAll(async () => {
    for (let grease = 1; grease <= 20; grease++) {
      await using emulator = await start({ grease })
      for (const answer of await askAll(emulator)) {
        seen.set(answer.line, [...(seen.get(answer.line) ?? []), answer])
      }
    }
  })

  function answersTo(line: string): readonly Received[] {
    const answers = seen.get(line)
    if (answers === undefined) throw new Error(`${line} is not a part of the round`)
    return answers
  }

  const json = ({ text }: Received) => JSON.parse(text)

  /** The distinct answers. */
  function kinds(line: string, kind: (answer: Received) => unknown): unknown[] {
    return [...new Set(answersTo(line).map(kind))].sort()
  }

  test('grease varies the statuses of puts and created projects, not those of deletes: 204 has no ok', () => {
    const status = (answer: Received) => answer.status
    expect(kinds(`PUT /v1/kv/${NS}/new`, status)).toEqual([200, 201])
    expect(kinds('PUT /v1/ec/ec_web_89daefd4/new', status)).toEqual([200, 201])
    expect(kinds(`DELETE /v1/kv/${NS}/new`, status)).toEqual([200])
    expect(kinds('DELETE /v1/ec/ec_web_89daefd4/new', status)).toEqual([200])
    expect(kinds('POST /projects', status)).toEqual([200, 201])
    expect(kinds('POST /documents', status)).toEqual([201])
  })

  const errorCode = (answer: Received) => {
    const { error, code } = json(answer)
    return code ?? error?.code ?? (typeof error === 'object' ? undefined : error)
  }

  test('grease varies the code of errors that the contract leaves open', async () => {
    const faults = [{ match: { operation: 'kv.get' }, status: 503 }]
    const codes = new Set<unknown>()
    for (let grease = 1; grease <= 20; grease++) {
      await using emulator = await start({ grease, seed: { ...SEED, faults } })
      const answer = await ask(emulator, [`GET /v1/kv/${NS}/k0`, kvKey('kv_admin')])
      expect(answer.status).toBe(503)
      codes.add(errorCode(answer))
    }
    expect([...codes]).toEqual(expect.arrayContaining(['INTERNAL_ERROR', 'err_internal_error', undefined]))
  })

  test('grease varies the form of x-next', () => {
    const form = ({ headers }: Received) => /^(?:http:\/\/|\/|)/.exec(headers['x-next'] ?? 'none')?.[0]
    expect(kinds('GET /documents?limit=5', form)).toEqual(['', '/', 'http://'])
  })

  test('grease also varies the answers of one number', async () => {
    await using emulator = await start({ grease: 3 })
    const statuses = new Set<number>()
    for (let times = 0; times < 40; times++) {
      const sent = [`PUT /v1/kv/${NS}/k`, kvKey('kv_admin'), { value: 1, ttlSeconds: 60 }] as const
      statuses.add((await ask(emulator, sent)).status)
    }
    expect([...statuses].sort()).toEqual([200, 201])
  })
})
