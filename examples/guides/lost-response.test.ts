import { createTest } from 'tristore-emulator/vitest'
import { expect } from 'vitest'

const test = createTest({ seed: 'fixtures.yaml' })
const headers = { 'X-API-Key': 'db_shop', 'Content-Type': 'application/json' }

async function titles(base: string): Promise<string[]> {
  const response = await fetch(`${base}/documents?limit=100`, { headers })
  if (!response.ok) throw new Error(`the list answered ${response.status}`)
  return ((await response.json()) as { title: string }[]).map(({ title }) => title)
}

/** Tries three times, and looks for the order before each further try. */
async function order(base: string, title: string): Promise<void> {
  for (let tries = 3; tries > 0; tries--) {
    const body = JSON.stringify({ title })
    const answer = await fetch(`${base}/documents`, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok || (await titles(base)).includes(title)) return
  }
  throw new Error('the order could not be placed')
}

test('an order whose answer is lost is placed once', async ({ world }) => {
  await world.faults.add({
    match: { operation: 'documents.create' },
    connection: 'reset',
    effect: 'after', // the order is there, and its answer is lost
    times: 1,
  })
  await order(world.dbBaseUrl, 'Order 17')
  expect(await titles(world.dbBaseUrl)).toEqual(['Order 17'])
})
