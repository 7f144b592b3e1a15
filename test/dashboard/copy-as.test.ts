import { expect, test } from 'vitest'
import { fetchOf, testOf } from '../../dashboard/lib/copy-as.js'
import { curlOf, type Sent } from '../../dashboard/lib/curl.js'

const BASE = 'http://localhost:4600'

const put: Sent = {
  id: 'r7',
  method: 'PUT',
  target: '/v1/kv/ns_a/it%27s',
  status: 200,
  atIso: '2026-01-31T23:59:00.000Z',
  credential: 'kv_a',
  requestHeaders: [
    ['Host', 'localhost:4600'],
    ['X-KV-Key', 'kv_a'],
    ['Accept', '*/*'],
    ['Accept-Language', 'de'],
    ['Sec-Fetch-Mode', 'cors'],
    ['Origin', BASE],
    ['User-Agent', 'node'],
  ],
  requestBody: { text: `{"value":"it's"}`, bytes: 16 },
  responseBody: { text: '{"ok":true}', bytes: 11 },
}

const list: Sent = {
  ...put,
  method: 'GET',
  target: '/v1/kv/ns_a',
  credential: 'user_alice',
  requestHeaders: [['Authorization', 'Bearer eyJh.eyJz.…']],
  requestBody: { text: '', bytes: 0 },
}

test('a request is copied as curl, without the headers that a browser adds', () => {
  expect(curlOf(put, BASE)).toBe(
    `curl -i -X PUT '${BASE}/v1/kv/ns_a/it%27s' \\\n  -H 'X-KV-Key: kv_a' \\\n  --data-raw '{"value":"it'\\''s"}'`,
  )
  expect(curlOf(list, BASE)).toBe(
    `curl -i '${BASE}/v1/kv/ns_a' \\\n  -H "Authorization: Bearer $(npx tristore-emulator token --sub 'user_alice')"`,
  )
})

test('a request is copied as fetch', () => {
  expect(fetchOf(put, BASE)).toBe(`const response = await fetch("${BASE}/v1/kv/ns_a/it%27s", {
  method: 'PUT',
  headers: {
    "X-KV-Key": "kv_a",
  },
  body: "{\\"value\\":\\"it's\\"}",
})
`)
  expect(fetchOf(list, BASE)).toContain('const token = ')
  expect(fetchOf(list, BASE)).toContain(`"Authorization": \`Bearer \${token}\``)
})

test('a request is copied as a test that starts from the state before it', () => {
  expect(testOf(put, BASE, '{"version":1}')).toBe(`import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

// The state just before r7, with its clock and its faults.
const test = createTest({ seed: {"version":1} })

test("PUT /v1/kv/ns_a/it%27s is answered 200", async ({ world }) => {
  await world.clock.set('2026-01-31T23:59:00.000Z', { freeze: true, force: true })
  const response = await world.fetch("/v1/kv/ns_a/it%27s", {
    method: 'PUT',
    headers: {
      "X-KV-Key": "kv_a",
    },
    body: "{\\"value\\":\\"it's\\"}",
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe("{\\"ok\\":true}")
})
`)
})

test('a test reads a long state from a file, and creates its own token', () => {
  const text = testOf(list, BASE, undefined)
  expect(text).toContain(
    `// curl -s '${BASE}/_admin/state?at=r7' > r7.json\nconst test = createTest({ seed: 'r7.json' })`,
  )
  expect(text).toContain(`const token = await world.tokens.create({ sub: "user_alice" })`)
})

test('a test of a request without an answer expects the fetch to fail', () => {
  const text = testOf({ ...list, status: null }, BASE, undefined)
  expect(text).toContain('await expect(world.fetch("/v1/kv/ns_a", {')
  expect(text).toContain('.rejects.toThrow()')
})

test('a test does not check the body of the answer if the journal has only the beginning of it', () => {
  const { responseBody: _body, ...rest } = put
  expect(testOf({ ...put, responseBody: { text: '{"o', bytes: 11 } }, BASE, '{}')).not.toContain(
    'response.text()',
  )
  expect(testOf(rest, BASE, '{}')).not.toContain('response.text()')
})
