import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { launch } from '../../../src/server/launch.js'
import { services } from '../../../src/services/index.js'
import { dbKey, kvKey, NS, STORE } from '../clients.js'
import { ask, askAll, type Received, SEED, type Sent, start, VALUES } from './greased.js'

/** Grease changes neither what the contract defines nor what only the emulator has. */

const NUMBERS = Array.from({ length: 20 }, (_, index) => index + 1)

let plain: EmulatorClient
let expected: readonly Received[]
/** The answers to a whole round under each number. */
const greased: (readonly Received[])[] = []

beforeAll(async () => {
  plain = await start()
  expected = await askAll(plain)
  for (const grease of NUMBERS) {
    await using emulator = await start({ grease })
    greased.push(await askAll(emulator))
  }
})

afterAll(() => plain.close())

const OPEN_STATUS = /^(?:PUT|DELETE) \/v1\/.*\/new$|^POST \/projects$/
const FIXED_CODES = ['monthly_quota_exceeded', 'namespace_storage_quota_exceeded']

/** An answer without anything that grease may vary. */
function shownBy({ line, status, headers, text }: Received): unknown {
  const { 'x-next': next, 'content-length': _, 'www-authenticate': __, ...others } = headers
  const isOpen = OPEN_STATUS.test(line) && status < 300
  // Without a body, there is no type of one.
  const isShown = (name: string) => !name.startsWith('x-grease-') && !(isOpen && name === 'content-type')
  return {
    line,
    status: isOpen ? 'done' : status,
    headers: Object.fromEntries(
      Object.entries(others).flatMap(([name, value]) =>
        isShown(name) ? [[name, value.replace('; charset=utf-8', '')]] : [],
      ),
    ),
    hasNext: next !== undefined,
    body: line.startsWith('DELETE')
      ? 'open'
      : shownIn(JSON.parse(text), status >= 400 && line.includes('/v1/')),
  }
}

function shownIn(body: unknown, isFreeError: boolean): unknown {
  if (!isFreeError) return known(body)
  const { ok, error, code } = body as { ok: boolean; error?: string | { code: string }; code?: string }
  const told = code ?? (typeof error === 'object' ? error.code : error) ?? ''
  return { ok, code: FIXED_CODES.includes(told) ? told : 'open' }
}

/** Members that may be null or left out if a record doesn't have them. */
const OPTIONAL = ['content', 'description']

/** Removes unknown members and the order of lists, but leaves each `value` as it is. */
function known(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(known)
  if (typeof body !== 'object' || body === null) return body
  const members = Object.entries(body).filter(
    ([name, member]) => !name.startsWith('grease_') && !(OPTIONAL.includes(name) && member === null),
  )
  return Object.fromEntries(
    members.map(([name, member]) => {
      if (name === 'value') return [name, member]
      if (name === 'createdAt') return [name, String(member).replace(/\.\d+Z$/, 'Z')]
      if (name === 'message') return [name, typeof member]
      if (name === 'keys' || name === 'configs') return [name, inOrder(known(member))]
      return [name, known(member)]
    }),
  )
}

const inOrder = (items: unknown): unknown =>
  [...(items as { key: string }[])].sort((a, b) => (a.key < b.key ? -1 : 1))

test('nothing varies but what grease may change', () => {
  const without = expected.map(shownBy)
  for (const answers of greased) expect(answers.map(shownBy)).toEqual(without)
})

test('values stay letter for letter', () => {
  for (const answers of greased) {
    const textOf = (line: string) => answers.find((answer) => answer.line === line)?.text
    VALUES.forEach((value, index) => {
      expect(textOf(`GET /v1/kv/${NS}/k${index}`)).toContain(`"value":${value}`)
      expect(textOf(`GET /v1/ec/${STORE}`)).toContain(`"value":${value}`)
    })
  }
})

test('records keep their order, and every x-next leads on', async () => {
  for (const grease of NUMBERS) {
    await using emulator = await start({ grease })
    const ids: unknown[] = []
    let next: string | undefined = '/documents?limit=2'
    while (next !== undefined) {
      const target: string = /^http|^\//.test(next) ? next : `/documents?limit=2&next=${next}`
      const { text, headers } = await ask(emulator, [`GET ${target}`, dbKey('db')])
      ids.push(...JSON.parse(text).map(({ id }: { id: number }) => id))
      next = headers['x-next']
    }
    expect(ids).toEqual([1, 2, 3, 4, 5, 6])
  }
})

test('Content-Length counts the bytes of the body that is sent', () => {
  for (const { headers, text, status } of greased.flat()) {
    expect(headers['content-length']).toBe(status === 204 ? undefined : String(Buffer.byteLength(text)))
  }
})

test('an expired key reads exactly as a missing one', async () => {
  for (const grease of NUMBERS) {
    await using emulator = await start({ grease })
    const askFor = async (key: string) => {
      const { line: _, ...answer } = await ask(emulator, [`GET /v1/kv/${NS}/${key}`, kvKey('kv_admin')])
      return answer
    }
    const missing = await askFor('none')
    expect(await askFor('old')).toEqual(missing)
    expect(await askFor('old')).toEqual(missing)
  }
})

describe('over HTTP', () => {
  test('the answer is the same, and admin calls are not greased', async () => {
    const sent: Sent = [`GET /v1/kv/${NS}`, {}]
    await using direct = await start({ grease: 9 })
    const emulator = await launch({ services, seed: SEED, grease: 9 })
    try {
      const overHttp = (input: string) => fetch(emulator.baseUrl + input)
      const { headers, ...answer } = await ask({ fetch: overHttp as typeof fetch }, sent)
      const { headers: those, ...other } = await ask(direct, sent)
      expect(answer).toEqual(other)
      expect(headers).toMatchObject(those)
      for (const path of ['profile', 'state', 'namespaces', 'clock', 'faults', 'none']) {
        const asked = await fetch(`${emulator.adminUrl}/${path}`)
        const usual = await fetch(`${plain.adminUrl}/${path}`)
        if (path !== 'state' && path !== 'namespaces') expect(await asked.text()).toBe(await usual.text())
        expect([...asked.headers].join()).not.toContain('grease')
      }
    } finally {
      await emulator.close()
    }
  })
})

describe('the answer of a fault', () => {
  const line = `GET /v1/kv/${NS}/k0`

  async function answersTo(fault: object, request = line): Promise<Received[]> {
    const answers: Received[] = []
    for (const grease of NUMBERS) {
      await using emulator = await start({ grease })
      await emulator.faults.add(fault)
      answers.push(await ask(emulator, [request, kvKey('kv_admin')]))
    }
    return answers
  }

  test('the answer of a fault is sent as it was given', async () => {
    const body = { message: 'mine', error: { b: 1, a: 2 } }
    for (const { status, text, headers } of await answersTo({ status: 503, body })) {
      expect({ status, text }).toEqual({ status: 503, text: JSON.stringify(body) })
      expect(Object.keys(headers).join()).not.toContain('grease')
    }
  })

  test('the answer of a fault has no headers but those that were given', async () => {
    for (const { headers } of await answersTo({ status: 503, headers: { 'X-Mine': '1' } })) {
      expect(Object.keys(headers).sort()).toEqual(
        ['content-length', 'content-type', 'date', 'x-emulator-reason', 'x-mine'].sort(),
      )
    }
  })

  test('the answer of a fault is greased as an error of the service if the fault sets neither body nor headers', async () => {
    const answers = await answersTo({ status: 503 })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(new Set(answers.map(({ text }) => text)).size).toBeGreaterThan(15)
  })

  test('the answer of a fault keeps the codes of the contract', async () => {
    for (const { text } of await answersTo({ status: 429 }))
      expect(text).toContain('"monthly_quota_exceeded"')
    for (const { text } of await answersTo({ status: 404 }, 'GET /documents')) {
      expect(JSON.parse(text).error).toBe('not_found')
    }
  })

  test('the answer of a fault is the real one, greased, if the fault only delays it', async () => {
    const answers = await answersTo({ delay: 0 })
    expect(new Set(answers.map(({ text }) => text)).size).toBeGreaterThan(15)
    for (const { status } of answers) expect(status).toBe(200)
  })
})
