import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineService, type EmulatorClient, startEmulator } from '../../src/index.js'
import { stateProblems } from '../../src/own-service/seed.js'

const counters = defineService({
  name: 'counters',
  state: (): Record<string, number> => ({}),
  operations: {
    add: {
      route: 'POST /counters/:id',
      run: ({ state, params: { id } }) => {
        state[id] = (state[id] ?? 0) + 1
        return { json: state[id] }
      },
    },
  },
  schema: v.record(v.string(), v.pipe(v.number(), v.minValue(0, 'expected 0 or more'))),
})

let emulator: EmulatorClient
beforeAll(async () => {
  emulator = await startEmulator({ services: [counters] })
})
beforeEach(() => emulator.reset())
afterAll(() => emulator.close())

const put = async (body: string) => {
  const answer = await fetch(`${emulator.adminUrl}/services/counters/state`, { method: 'PUT', body })
  return { status: answer.status, json: await answer.json() }
}

test('a state that is put takes the place of the former one', async () => {
  await emulator.fetch('/counters/a', { method: 'POST' })
  expect(await put('{"b": 5}')).toEqual({ status: 200, json: { b: 5 } })
  expect(await (await emulator.fetch('/counters/b', { method: 'POST' })).json()).toBe(6)
  expect(await (await fetch(`${emulator.adminUrl}/services/counters/state`)).json()).toEqual({ b: 6 })
})

test('each mistake of a state that is put has its line and column, and nothing changes', async () => {
  await put('{"a": 1}')
  expect(await put('{\n  "a": -1,\n  "b": "many"\n}')).toMatchObject({
    status: 400,
    json: {
      error: 'invalid_request',
      problems: [
        { line: 2, column: 8, path: 'a', message: 'expected 0 or more' },
        { line: 3, column: 8, path: 'b' },
      ],
    },
  })
  for (const [body, problem] of [
    ['{"a": ', { line: 1 }],
    ['5', { message: 'expected an object or a list' }],
    ['{"a": "{{now+soon}}"}', { column: 7, path: 'a', message: /not a time such as/ }],
    ['{"b": 1, "a": 12345678901234567890}', { column: 15, path: 'a', message: /bigint/ }],
    ['{"a": {"b": [1e999]}}', { column: 14, path: 'a.b[0]', message: /Infinity/ }],
  ] as const) {
    const { status, json } = await put(body)
    const expected = {
      ...problem,
      ...('message' in problem && { message: expect.stringMatching(problem.message) }),
    }
    expect({ status, json }, body).toMatchObject({ status: 400, json: { problems: [expected] } })
  }
  expect((await emulator.state.get()).services).toEqual({ counters: { a: 1 } })
})

test('an asynchronous schema refuses a state, and its rejection ends nothing', async () => {
  const rejected: unknown[] = []
  const listen = (reason: unknown) => rejected.push(reason)
  process.on('unhandledRejection', listen)
  const schema = {
    '~standard': { version: 1, vendor: 'own', validate: () => Promise.reject(new Error('late')) },
  } as const
  expect(stateProblems({}, { initial: {}, schema })).toEqual([
    { path: [], message: 'its schema is asynchronous, but services need a synchronous one' },
  ])
  await new Promise(setImmediate)
  process.off('unhandledRejection', listen)
  expect(rejected).toEqual([])
})
