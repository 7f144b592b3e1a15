import { expect, it } from 'vitest'
import { GAPS } from '../../../conformance/gaps/table.js'
import { LEFT_OUT } from '../../../conformance/statements/table.js'
import { startInProcess } from '../../client/emulators.js'
import { STATEMENTS } from '../../conformance/statements/all-statements.js'
import { askAdmin } from '../ask-admin.js'

interface ShownGap {
  readonly option: string
  readonly leanedOn: { readonly count: number; readonly requests: readonly string[] }
}

async function contract(emulator: { readonly adminUrl: string }) {
  const response = await askAdmin(emulator, 'GET /contract')
  expect(response.status).toBe(200)
  const body = (await response.json()) as {
    statements: { id: string; needs: string[]; area: string }[]
    leftOut: { counts: Record<string, number>; sentences: unknown[] }
    gaps: ShownGap[]
    needs: Record<string, string>
  }
  return { ...body, gap: (option: string) => body.gaps.find((gap) => gap.option === option) }
}

it('has every statement, with where it stands and what it takes to try it', async () => {
  await using emulator = await startInProcess()
  const { statements, needs } = await contract(emulator)
  expect(statements.map(({ id }) => id)).toEqual(STATEMENTS.map(({ id }) => id))
  expect(statements[0]).toEqual({
    id: expect.any(String),
    meaning: STATEMENTS[0]?.text,
    section: STATEMENTS[0]?.section,
    area: 'general',
    interface: STATEMENTS[0]?.interface,
    needs: STATEMENTS[0]?.needs,
  })
  for (const need of statements.flatMap((statement) => statement.needs)) expect(needs).toHaveProperty([need])
})

it('accounts for the sentences that are none', async () => {
  await using emulator = await startInProcess()
  const { leftOut } = await contract(emulator)
  expect(leftOut.sentences).toEqual(LEFT_OUT)
  const sum = Object.values(leftOut.counts).reduce((a, b) => a + b)
  expect(sum).toBe(LEFT_OUT.length)
  expect(leftOut.counts['binds the client']).toBeGreaterThan(0)
})

it('has every gap, with what it is, what it may be and what it takes to see it', async () => {
  await using emulator = await startInProcess()
  await emulator.profile.patch({ kv: { putStatus: 201 } })
  const { gaps, gap } = await contract(emulator)
  expect(gaps.map(({ option }) => option)).toEqual(GAPS.map(({ option }) => option))
  const { meaning, sees } = GAPS.find(({ option }) => option === 'kv.putStatus') ?? {}
  expect(gap('kv.putStatus')).toEqual({
    option: 'kv.putStatus',
    meaning,
    value: 201,
    default: 200,
    allowed: [200, 201, '201 or 200'],
    sees,
    leanedOn: { count: 0, requests: [] },
  })
  expect(gap('errors.codes.404')).toMatchObject({ value: null, default: null, allowed: 'text, or null' })
  expect(gap('limits.keyBytes')).toMatchObject({ value: null, default: null })
  for (const shown of gaps) expect(shown).toHaveProperty('allowed')
})

it('tells which answers leaned on a gap', async () => {
  await using emulator = await startInProcess()
  const headers = { 'X-KV-Key': 'kv_admin_shop' }
  const body = JSON.stringify({ value: 1, ttlSeconds: 60 })
  for (let i = 0; i < 25; i++) {
    await emulator.fetch('/v1/kv/ns_shop_k3v9x2/k', { method: 'PUT', headers, body })
  }
  await emulator.fetch('/v1/kv/ns_shop_k3v9x2/none', { headers })
  const { gap } = await contract(emulator)
  const { count, requests } = gap('kv.putStatus')?.leanedOn ?? {}
  expect([count, requests?.length, requests?.[0]]).toEqual([25, 20, 'r25'])
  expect(gap('errors.codes.404')?.leanedOn).toEqual({ count: 1, requests: ['r26'] })
  expect(gap('config.putStatus')?.leanedOn).toEqual({ count: 0, requests: [] })
})
