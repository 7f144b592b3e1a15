import { beforeAll, describe, expect, it } from 'vitest'
import type { EmulatorOptions } from '../../../src/server/options/emulator-options.js'
import { kvKey, NS } from '../clients.js'
import { ask, askAll, type Received, SEED, start } from './greased.js'

/** Grease varies what it is to vary, and does so reproducibly. */

/** The answers of an emulator that was started so, wherever it listens. */
async function answersOf(options: EmulatorOptions): Promise<unknown[]> {
  await using emulator = await start(options)
  return (await askAll(emulator)).map((answer) => withoutPort(answer, emulator.baseUrl))
}

const withoutPort = (answer: Received, baseUrl: string): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(baseUrl, 'http://emulator'))

describe('the number', () => {
  it('decides the answers: equal ones give equal answers, byte for byte', async () => {
    const first = await answersOf({ grease: 7 })
    expect(await answersOf({ grease: 7 })).toEqual(first)
    expect(await answersOf({ grease: 8 })).not.toEqual(first)
  })

  it('gives the same answers again after a reset', async () => {
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

  it('holds for every world alike', async () => {
    await using emulator = await start({ grease: 7 })
    const first = await askAll(emulator)
    await using world = await emulator.world()
    const there = await askAll(world)
    expect(there.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  })

  it('is the random seed where none is given, be it from an option or from the seed', async () => {
    expect(await answersOf({ grease: true, randomSeed: 5 })).toEqual(
      await answersOf({ grease: 5, randomSeed: 5 }),
    )
    const seed = { ...SEED, random: 42 }
    expect(await answersOf({ grease: true, seed })).toEqual(await answersOf({ grease: 42, seed }))
  })

  it.each([false, 0, undefined])('%s is none', async (grease) => {
    const plain = await answersOf({})
    expect(await answersOf(grease === undefined ? {} : { grease })).toEqual(plain)
    expect(JSON.stringify(plain)).not.toContain('grease')
  })
})

it('leaves a broken connection broken', async () => {
  await using emulator = await start({ grease: 7 })
  const headers = { 'X-Emulator-Fault': 'reset' }
  await expect(emulator.fetch('/documents', { headers })).rejects.toThrow('fetch failed')
  expect(await emulator.requests({ limit: 1 })).toMatchObject([{ status: null, outcome: 'fault' }])
})

describe('what varies', () => {
  /** The answers to each request of the round under some numbers, by its line. */
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
    if (answers === undefined) throw new Error(`${line} is no part of the round`)
    return answers
  }

  const json = ({ text }: Received) => JSON.parse(text)

  /** What some answers have been, each once. */
  function kinds(line: string, kind: (answer: Received) => unknown): unknown[] {
    return [...new Set(answersTo(line).map(kind))].sort()
  }

  const NAMED = /^grease_/
  /** An error that has a code by the contract. */
  const FULL = 'GET /v1/kv/ns_full_1/a'
  const known = (object: object) => Object.keys(object).filter((name) => !NAMED.test(name))

  it('the statuses of puts and created projects, not those of deletes: 204 has no ok', () => {
    const status = (answer: Received) => answer.status
    expect(kinds(`PUT /v1/kv/${NS}/new`, status)).toEqual([200, 201])
    expect(kinds('PUT /v1/ec/ec_web_89daefd4/new', status)).toEqual([200, 201])
    expect(kinds(`DELETE /v1/kv/${NS}/new`, status)).toEqual([200])
    expect(kinds('DELETE /v1/ec/ec_web_89daefd4/new', status)).toEqual([200])
    expect(kinds('POST /projects', status)).toEqual([200, 201])
    expect(kinds('POST /documents', status)).toEqual([201])
  })

  it.each([`/v1/kv/${NS}`, '/v1/ec/ec_web_89daefd4'])('the body of a delete in %s', (path) => {
    const members = (answer: Received) => known(json(answer)).sort().join()
    expect(kinds(`DELETE ${path}/new`, members)).toEqual(['key,ok', 'ok'])
  })

  const errorCode = (answer: Received) => {
    const { error, code } = json(answer)
    return code ?? error?.code ?? (typeof error === 'object' ? undefined : error)
  }

  it('the shape of errors, not the code that the contract gives them', () => {
    const shape = (answer: Received) => {
      const { error, code } = json(answer)
      return typeof error === 'object' ? 'nested' : typeof error === 'string' ? 'flat' : typeof code
    }
    expect(kinds(FULL, shape)).toEqual(['flat', 'nested', 'string'])
    expect(kinds(FULL, errorCode)).toEqual(['monthly_quota_exceeded'])
    expect(kinds(`GET /v1/kv/${NS}/none`, shape)).toEqual(['nested', 'undefined'])
    expect(kinds(`GET /v1/kv/${NS}/none`, errorCode)).toEqual([undefined])
  })

  it('the code of errors that the contract passes over', async () => {
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

  it('the form of x-next', () => {
    const form = ({ headers }: Received) => /^(?:http:\/\/|\/|)/.exec(headers['x-next'] ?? 'none')?.[0]
    expect(kinds('GET /documents?limit=5', form)).toEqual(['', '/', 'http://'])
  })

  it.each<[what: string, line: string, places: (body: never) => object[]]>([
    ['an answer', `GET /v1/kv/${NS}/k0`, (body: object) => [body]],
    ['listed keys', `GET /v1/kv/${NS}`, ({ keys }: { keys: object[] }) => keys],
    ['listed configs', 'GET /v1/ec/ec_web_89daefd4', ({ configs }: { configs: object[] }) => configs],
    ['limits', `GET /v1/usage/${NS}`, ({ limits }: { limits: object }) => [limits]],
    ['usage', `GET /v1/usage/${NS}`, ({ usage }: { usage: object }) => [usage]],
    ['a record', 'GET /documents/3', (body: object) => [body]],
    ['records of a page', 'GET /documents?limit=5', (body: object[]) => body],
    ['a created record', 'POST /documents', (body: object) => [body]],
    ['an error of the database', 'GET /documents/99', (body: object) => [body]],
    [
      'an error within an error',
      `PUT /v1/kv/${NS}/a`,
      // Without a code there is no order.
      ({ error }: { error?: object }) => (typeof error === 'object' && 'code' in error ? [error] : []),
    ],
  ])('the order of the members of %s, and unknown members', (_, line, places) => {
    const objects = answersTo(line).flatMap((answer) => places(json(answer) as never))
    expect(new Set(objects.map((object) => known(object).join())).size).toBeGreaterThan(1)
    const unknown = objects.map((object) => Object.keys(object).filter((name) => NAMED.test(name)).length)
    expect(new Set(unknown)).toEqual(new Set([0, 1, 2]))
  })

  it('the order of listed keys and configs', () => {
    const order = (name: string) => (answer: Received) =>
      json(answer)
        [name].map(({ key }: { key: string }) => key)
        .join()
    expect(kinds(`GET /v1/kv/${NS}`, order('keys')).length).toBeGreaterThan(10)
    expect(kinds('GET /v1/ec/ec_web_89daefd4', order('configs')).length).toBeGreaterThan(10)
  })

  it.each([`PUT /v1/kv/${NS}/new`, 'GET /documents?limit=5', 'GET /documents', `DELETE /v1/kv/${NS}/new`])(
    'unknown headers of %s',
    (line) => {
      const unknown = ({ headers }: Received) =>
        Object.keys(headers).filter((name) => name.startsWith('x-grease-')).length
      expect(kinds(line, unknown)).toEqual([0, 1, 2])
    },
  )

  it.each([`GET /v1/kv/${NS}/none`, 'GET /documents/99', `PATCH /v1/ec/ec_web_89daefd4/a`])(
    'the message of %s, which always is text',
    (line) => {
      const messages = answersTo(line).map((answer) => {
        const { error, message } = json(answer)
        return message ?? error.message
      })
      expect(new Set(messages).size).toBeGreaterThan(3)
      for (const message of messages) expect(message).toMatch(/./)
    },
  )

  it('within the answers of one number too', async () => {
    await using emulator = await start({ grease: 3 })
    const statuses = new Set<number>()
    for (let times = 0; times < 40; times++) {
      const sent = [`PUT /v1/kv/${NS}/k`, kvKey('kv_admin'), { value: 1, ttlSeconds: 60 }] as const
      statuses.add((await ask(emulator, sent)).status)
    }
    expect([...statuses].sort()).toEqual([200, 201])
  })
})
