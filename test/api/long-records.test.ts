import { afterEach, describe, expect, test, vi } from 'vitest'
import { bodySteps } from '../../src/api/reading/ahead.js'
import { atOnce } from '../../src/core/steps.js'
import { dataRequest } from '../support/data-request.js'
import { Service } from '../support/service.js'
import { turnsDuring } from '../support/turns.js'
import { startDatabase } from './clients.js'

/** Records of some MB are written in slices. */

const LONG = '😀é"\n'.repeat(400_000)
const KEY = { 'x-api-key': 'db' }

afterEach(() => vi.restoreAllMocks())

async function send(service: Service, method: string, target: string, body = '') {
  const request = dataRequest(method, target, KEY, body)
  const steps = bodySteps(request)
  const bodyAhead = steps && atOnce(steps)
  const written = vi.spyOn(JSON, 'stringify')
  const answered = service.plane.answer(service.world, request, undefined, bodyAhead)
  const turns = await turnsDuring(Promise.resolve(answered))
  const longest = Math.max(...written.mock.results.map(({ value }) => value?.length ?? 0))
  written.mockRestore()
  const { reply } = await answered
  const text = typeof reply?.body === 'object' ? [...reply.body.pieces()].join('') : String(reply?.body)
  return { status: reply?.status, json: JSON.parse(text), turns, longest }
}

describe.each(['left-out', 'null'] as const)('with absent members as %s', (absentMembers) => {
  test.each([{}, { content: 'short' }])('a long document of %j reads like a short one', async (rest) => {
    const { service, send: ask } = await startDatabase(
      { documents: ['short', 'x'.repeat(300_000)].map((title, id) => ({ id, title, ...rest })) },
      { database: { absentMembers } },
    )
    const written = vi.spyOn(JSON, 'stringify')
    const read = async (id: number) => {
      const { text } = await ask(`GET /documents/${id}`)
      const record = service.world.journal.newestFirst().next().value
      return { text: text.replace(/x+/, 'short').replace(/\d/, 'id'), options: record?.optionsRead.named() }
    }
    expect(await read(1)).toEqual(await read(0))
    for (const { value } of written.mock.results) expect(value?.length ?? 0).toBeLessThan(200_000)
  })
})

test.each([
  ['documents', 'title', 'content', 201],
  ['projects', 'name', 'description', 201],
])('%s', async (name, heading, text, created) => {
  const service = await Service.start(
    { database: { keys: [{ key: 'db' }] } },
    { database: { absentMembers: 'null' } },
  )
  const bodies = [
    { [heading]: LONG, [text]: `${LONG}.` },
    { [heading]: LONG, [text]: undefined },
    { [heading]: 'short', [text]: 'short' },
  ]
  const records = []
  for (const body of bodies) {
    const { status, json, turns, longest } = await send(service, 'POST', `/${name}`, JSON.stringify(body))
    expect(status).toBe(created)
    expect(json).toEqual({ id: json.id, ...body, [text]: body[text] ?? null })
    if (body[heading] === LONG) expect(turns).toBeGreaterThan(LONG.length / 65_536)
    expect(longest).toBeLessThan(200_000)
    records.push(json)
  }
  const listed = await send(service, 'GET', `/${name}`)
  expect(listed.json).toEqual(records)
  expect(listed.longest).toBeLessThan(200_000)
  if (name === 'projects') return
  const { json, longest } = await send(service, 'GET', `/${name}/${records[0].id}`)
  expect(json).toEqual(records[0])
  expect(longest).toBeLessThan(200_000)
})
