import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../conformance/emulator/sandbox.js'

import type { Send } from '../../conformance/http-client.js'
import { unmet } from '../../conformance/needs.js'
import { sendByFetch } from '../../conformance/send.js'
import type { ServiceUnderTest } from '../../conformance/subject.js'
import { operations } from '../../src/contract/operations.js'
import type { EmulatorClient } from '../../src/index.js'
import { startEmulator } from '../../src/start-emulator.js'
import { GAP_PROFILES } from '../conformance/gaps/gap-profiles.js'
import { STATEMENTS } from '../conformance/statements/all-statements.js'
import { extent } from '../support/extent.js'
import { documentOf, operationsOf } from './document.js'
import { type ValidatingProxy, validatingProxy, violationsOf } from './proxy.js'
import { type Recorder, startRecorder } from './recorder.js'

/** Compares every answer that the statements get with the emulator's own OpenAPI document. */

const KV = { 'x-kv-key': 'kv_admin_shop' }
const EC = { 'x-kv-key': 'kv_admin_web' }
const DB = { 'x-api-key': 'db_all' }

/** Every statement, or every third one: the operations and their statuses occur in many. */
const SHARE = extent(3, 1)

const judged = STATEMENTS.filter(({ check }) => check !== undefined).filter((_, at) => at % SHARE === 0)

describe('the statements', () => {
  let emulator: EmulatorClient
  let sandbox: Sandbox
  let recorder: Recorder
  let proxy: ValidatingProxy
  let exchanges = 0

  beforeAll(async () => {
    emulator = await startEmulator()
    sandbox = await openSandbox(emulator, { mark: 'proxied' })
    recorder = await startRecorder()
    proxy = await validatingProxy(await documentOf(emulator), recorder.url)
  })

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await recorder[Symbol.asyncDispose]()
    await sandbox.close()
    await emulator.close()
  })

  test.each(judged.map((statement) => [statement.id, statement] as const))(
    'the answers to the statement %s are as the document says',
    async (_, statement) => {
      const violations: string[] = []
      const subject = throughProxy(await sandbox.subjectFor(statement.needs), violations)
      expect(unmet(statement.needs, subject)).toEqual([])
      await statement.check?.(subject)
      expect(violations).toEqual([])
    },
  )

  test('checked many answers against the document', () => {
    expect(exchanges).toBeGreaterThan(500 / SHARE)
  })

  /** Reaches the subject through the proxy, and collects the proxy's violations in a list. */
  function throughProxy(direct: ServiceUnderTest, violations: string[]): ServiceUnderTest {
    const { send, baseUrl = '' } = direct
    recorder.carry(send, baseUrl)
    const overHttp = sendByFetch(fetch)
    const sendOne: Send = async (request) => {
      if (!isCarriedAsItIs(request.body)) {
        return send({ ...request, url: request.url.replace(proxy.url, baseUrl) })
      }
      // An x-next leads to the sandbox by its own address, which the document doesn't know.
      const url = request.url.replace(new URL(baseUrl).pathname, '')
      const answer = await overHttp({ ...request, url })
      exchanges++
      const text = recorder.lastText()
      const found = violationsOf(new Headers([...answer.headers].map(([name, value]) => [name, value])))
      if (found !== undefined) {
        violations.push(`${request.method} ${request.url} -> ${answer.status} ${text}: ${found}`)
      }
      return { ...answer, text }
    }
    // One at a time, because the recorder keeps only the last answer's text.
    let turn: Promise<unknown> = Promise.resolve()
    return {
      ...direct,
      baseUrl: proxy.url,
      dbBaseUrl: proxy.url,
      send(request) {
        const answer = turn.then(() => sendOne(request))
        turn = answer.catch(() => {})
        return answer
      },
    }
  }
})

/** The proxy writes bodies again. It refuses broken JSON and may lose digits. */
function isCarriedAsItIs(body: string | undefined): boolean {
  if (body === undefined) return true
  try {
    return JSON.stringify(JSON.parse(body)) === body
  } catch {
    return false
  }
}

const seed = {
  namespaces: [
    {
      id: 'ns_shop_k3v9x2',
      keys: [
        { key: 'kv_admin_shop', scope: 'admin' },
        { key: 'kv_write_shop', scope: 'write' },
      ],
    },
    { id: 'ns_other_p7q1r5' },
  ],
  stores: [{ id: 'ec_web_89daefd4', keys: [{ key: 'kv_admin_web', scope: 'admin' }] }],
  database: {
    keys: [{ key: 'db_all' }, { key: 'db_scoped', documents: [1] }],
    documents: [{ repeat: 7, title: 'Document {{index}}' }],
  },
}

/** Calls whose answers depend on gaps: method and target, credential, body. */
const GAPS: readonly (readonly [line: string, headers: Readonly<Record<string, string>>, body?: object])[] = [
  ['PUT /v1/kv/ns_shop_k3v9x2/a', KV, { value: 1, ttlSeconds: 5 }],
  ['PUT /v1/kv/ns_shop_k3v9x2/b', KV, { value: 1 }],
  ['PUT /v1/kv/ns_shop_k3v9x2/c', KV, { ttlSeconds: 60.5 }],
  ['GET /v1/kv/ns_shop_k3v9x2/a', KV],
  ['GET /v1/kv/ns_shop_k3v9x2', KV],
  ['GET /v1/kv/ns_shop_k3v9x2', { 'x-kv-key': 'kv_write_shop' }],
  ['DELETE /v1/kv/ns_shop_k3v9x2/a', KV],
  ['DELETE /v1/kv/ns_shop_k3v9x2/a', KV],
  ['GET /v1/kv/ns_other_p7q1r5/a', KV],
  ['GET /v1/usage/ns_shop_k3v9x2', {}],
  ['PUT /v1/ec/ec_web_89daefd4/a', EC, { value: [] }],
  ['PUT /v1/ec/ec_web_89daefd4/a', EC, { value: null }],
  ['GET /v1/ec/ec_web_89daefd4', EC],
  ['DELETE /v1/ec/ec_web_89daefd4/a', EC],
  ['DELETE /v1/ec/ec_web_89daefd4/a', EC],
  ['GET /v1/ec/ec_none/a', EC],
  ['GET /documents?limit=0', DB],
  ['GET /documents?limit=1', DB],
  ['GET /documents?limit=1000', DB],
  ['GET /documents/none', DB],
  ['GET /documents/5', { 'x-api-key': 'db_scoped' }],
  ['POST /documents', DB, { title: 'A', content: null }],
  ['POST /projects', DB, { name: 'A' }],
  ['POST /projects', { ...DB, 'content-type': 'text/plain' }, { name: 'A' }],
]

describe.each(Object.entries(GAP_PROFILES))('the gaps, under %s', (_, profile) => {
  test('the gaps are answered as the document says', async () => {
    await using emulator = await startEmulator({ seed, profile })
    await using proxy = await validatingProxy(await documentOf(emulator), emulator.baseUrl)
    const violations: string[] = []
    for (const [line, headers, body] of GAPS) {
      const [method = '', target = ''] = line.split(' ')
      const answer = await fetch(proxy.url + target, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const found = violationsOf(new Headers([...answer.headers].map(([name, value]) => [name, value])))
      if (found !== undefined) violations.push(`${line} -> ${answer.status} ${await answer.text()}: ${found}`)
    }
    expect(violations).toEqual([])
  })
})

describe('a wrong answer is found', () => {
  const liar = createServer((request, response) => {
    request.resume()
    response.writeHead(Number(request.headers['x-status']), { 'content-type': 'application/json' })
    response.end('{"ok":"perhaps"}')
  })
  let proxy: ValidatingProxy
  let described: ReturnType<typeof operationsOf>

  beforeAll(async () => {
    await using emulator = await startEmulator()
    const document = await documentOf(emulator)
    described = operationsOf(document)
    await new Promise<void>((listening) => liar.listen(0, '127.0.0.1', listening))
    const address = liar.address()
    const port = typeof address === 'object' ? address?.port : undefined
    proxy = await validatingProxy(document, `http://127.0.0.1:${port}`)
  })

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    liar.closeAllConnections()
    await new Promise((closed) => liar.close(closed))
  })

  /** The problems that the proxy finds in an operation's answer with this status. */
  async function lieTo(id: string, status: string): Promise<string | undefined> {
    const found = described.find(({ operation }) => operation.operationId === id)
    const path = found?.path.replace(/\{(\w+)\}/g, '1') ?? ''
    const method = found?.method ?? ''
    const body = method === 'PUT' || method === 'POST' ? { body: '{}' } : {}
    const headers = { 'x-status': status, 'content-type': 'application/json' }
    const answer = await fetch(proxy.url + path, { method, headers, ...body })
    return violationsOf(new Headers([...answer.headers].map(([name, value]) => [name, value])))
  }

  test.each(operations.map(({ id }) => id))(
    'a wrong answer to %s is found, with each of its statuses',
    async (id) => {
      const responses = described.find(({ operation }) => operation.operationId === id)?.operation.responses
      const statuses = Object.keys(responses ?? {}).map((status) => status.replace('XX', '03'))
      expect(statuses.length).toBeGreaterThan(4)
      for (const status of statuses) expect(await lieTo(id, status), status).toContain('["response","body"')
    },
  )

  test('an answer with a status that the document does not know is found', async () => {
    expect(await lieTo('kv.get', '203')).toContain('status code')
    expect(await lieTo('kv.get', '418')).toContain('status code')
  })
})
