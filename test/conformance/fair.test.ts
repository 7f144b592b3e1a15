import { expect, test } from 'vitest'
import { openSandbox } from '../../conformance/emulator/sandbox.js'
import type { ClientAnswer, ClientRequest, Send } from '../../conformance/http-client.js'
import type { SubjectSource } from '../../conformance/subject.js'
import { walk } from '../../conformance/walk/walk.js'
import { startEmulator } from '../../src/start-emulator.js'
import { extent } from '../support/extent.js'
import { inTurn, unheld } from './statements/all-statements.js'
import {
  answering,
  changing,
  isConfig,
  isEntry,
  isKv,
  keyIn,
  mistaking,
  refusing,
  sent,
  type Wrong,
} from './wrong/wrong.js'

/** These services differ from the emulator only where the contract leaves room, so nothing may accuse them. */

const isPut = ({ method }: ClientRequest): boolean => method === 'PUT'
const isCreate = (request: ClientRequest): boolean => request.method === 'POST'

const hasOthers = (request: ClientRequest, ...shown: readonly string[]): boolean =>
  Object.keys(sent(request)).some((name) => !shown.includes(name))

/** Writes the JSON of a service differently. */
const rewriting =
  (rewrite: (text: string) => string, type?: string): Wrong['make'] =>
  ({ send }) =>
  async (request) => {
    const answer = await send(request)
    const headers = type === undefined ? answer.headers : [...answer.headers, ['content-type', type] as const]
    return { ...answer, headers, text: answer.text === '' ? '' : rewrite(answer.text) }
  }

/** Keeps digits beyond 2^53. */
const reparsed = (text: string, write: (json: unknown) => string): string =>
  /\d{16}/.test(text) ? text : write(JSON.parse(text))

const escapedToAscii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const inErrors = (change: (body: Record<string, unknown>, request: ClientRequest) => void): Wrong['make'] =>
  changing((answer, request) => {
    if (answer.status >= 400 && typeof answer.body === 'object') change(answer.body, request)
  })

/** A service that answers only a few requests at a time. */
const throttling: Wrong['make'] = ({ send }) => {
  let underWay = 0
  return async (request) => {
    underWay += 1
    try {
      await new Promise((resolve) => setImmediate(resolve))
      if (underWay <= 3) return await send(request)
      const headers = new Headers({ 'content-type': 'application/json' })
      return { status: 429, headers, text: '{"error":"slow_down","message":"Slow down."}' }
    } finally {
      underWay -= 1
    }
  }
}

let requests = 0

const FAIR: Readonly<Record<string, Wrong['make']>> = {
  'puts to the config store have value and nothing else': refusing(
    (request) => isConfig(request) && isPut(request) && hasOthers(request, 'value'),
    400,
  ),
  'puts to the key-value store have value and ttlSeconds and nothing else': refusing(
    (request) => isKv(request) && isPut(request) && hasOthers(request, 'value', 'ttlSeconds'),
    400,
  ),
  'creates have the shown members and nothing else': answering(
    (request) => isCreate(request) && hasOthers(request, 'title', 'content', 'name', 'description'),
    400,
    { error: 'validation_error', message: 'No.' },
  ),
  'pages are one shorter than asked for': mistaking((request) => ({
    ...request,
    url: request.url.replace(/([?&]limit=)(\d{1,4})\b/, (_, name, limit) => name + Math.max(1, limit - 1)),
  })),
  'pages have another order': rewriting((text) =>
    reparsed(text, (json) => JSON.stringify(Array.isArray(json) ? json.reverse() : json)),
  ),
  'malformed JSON is invalid_json': inErrors((body) => {
    if (body.error === 'invalid_request' && /JSON/.test(String(body.message))) body.error = 'invalid_json'
  }),
  'a 404 names the key': inErrors((body, request) => {
    if (isEntry(request)) body.message = `There is no ${keyIn(request)}.`
  }),
  'every error has the number of its request': inErrors((body) => {
    requests += 1
    body.requestId = `r-${requests}`
  }),
  'an error is a text': changing((answer, request) => {
    if (answer.status === 401 && (isKv(request) || isConfig(request))) answer.body.error = 'Unauthorized'
  }),
  'answers have further members and headers': changing((answer) => {
    answer.setHeader('X-Served-By', 'a')
    const isExact = !/\d{16}|1e\+21/.test(JSON.stringify(answer.body))
    if (typeof answer.body === 'object' && !Array.isArray(answer.body) && isExact) answer.body.served = 'by a'
  }),
  'JSON is written on several lines': rewriting((text) =>
    reparsed(text, (json) => JSON.stringify(json, null, 2)),
  ),
  'whole numbers have a decimal': rewriting((text) =>
    text.replace(/(?<="value":)(\d+)(?=[,}])/g, (digits) => `${digits}.0`),
  ),
  'JSON is ASCII': rewriting(escapedToAscii, 'application/json; charset=us-ascii'),
  'keys have letters, digits and few signs': refusing(
    (request) =>
      (isKv(request) || isConfig(request)) && isEntry(request) && !/^[\w.-]+$/.test(keyIn(request)),
    400,
  ),
  'values have at most 4 KB': refusing(
    (request) => isPut(request) && (request.body ?? '').length > 4096,
    413,
  ),
  'values above 64 KB are malformed': refusing(
    (request) => isPut(request) && (request.body ?? '').length > 65_536,
    400,
  ),
  'texts of records have no control characters': answering(
    (request) => isCreate(request) && /\\u00[01]/.test(request.body ?? ''),
    400,
    { error: 'validation_error', message: 'No.' },
  ),
  'few requests are answered at the same time': throttling,
}

const sourceOf = (source: SubjectSource, make: Wrong['make']): SubjectSource => ({
  async subjectFor(needs) {
    const subject = await source.subjectFor(needs)
    return { ...subject, send: make(subject) }
  },
})

test.each(Object.entries(FAIR).map(([what, make], index) => [what, make, index] as const))(
  'a service is not accused: %s',
  async (_what, make, index) => {
    await using emulator = await startEmulator()
    await using sandbox = await openSandbox(emulator, { mark: 'fair1' })
    const source = sourceOf(sandbox, make)
    const verdicts = await unheld(inTurn(index, extent(8, 1)), source)
    expect(verdicts.filter(({ outcome }) => outcome === 'fails')).toEqual([])
    const walked = await walk(source, { calls: extent(60, 300), seed: index, replays: 0 })
    expect(walked).not.toMatchObject({ outcome: 'differs' })
  },
)

test('a store that refuses members that are not shown has every statement hold', async () => {
  const profile = { kv: { unknownMembers: 'reject' }, config: { unknownMembers: 'reject' } } as const
  await using emulator = await startEmulator({ profile })
  await using sandbox = await openSandbox(emulator, { mark: 'fair1' })
  const puts: string[] = []
  const source = sourceOf(
    sandbox,
    ({ send }): Send =>
      async (request): Promise<ClientAnswer> => {
        const answer = await send(request)
        if (isConfig(request) && isPut(request) && hasOthers(request, 'value')) puts.push(request.body ?? '')
        return answer
      },
  )
  expect(await unheld(inTurn(0, extent(4, 1)), source)).toEqual([])
  // The two exceptions: asking for expiry, and a body without a value.
  expect(puts.filter((body) => body.startsWith('{') && !/"ttlSeconds":60|"Value"/.test(body))).toEqual([])
})
