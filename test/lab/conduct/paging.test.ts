import { describe, expect, test } from 'vitest'
import { NOT_EXERCISED, Run } from './run.js'

type GiveBack = (run: Run, xNext: string) => Promise<Response>

/** The ways to send an x-next back. */
const WAYS: [name: string, GiveBack][] = [
  ['as a URL', (run, next) => run.send(`GET ${next}`, 'db')],
  ['as ?next=', (run, next) => run.send(`GET /documents?next=${encodeURIComponent(next)}`, 'db')],
  ['with a limit', (run, next) => run.send(`GET /documents?limit=1&next=${encodeURIComponent(next)}`, 'db')],
  ['as a header', (run, next) => run.send('GET /documents', 'db', undefined, { 'x-next': next })],
]

/** Reads at most `pages` pages of two records each. */
async function walk(run: Run, giveBack: GiveBack, pages = Number.POSITIVE_INFINITY): Promise<void> {
  let response = await run.send('GET /documents?limit=2', 'db')
  for (let page = 1; page < pages; page++) {
    const next = response.headers.get('x-next')
    if (next === null) return
    response = await giveBack(run, next)
    expect(response.status).toBe(200)
  }
}

describe.each(WAYS)('a walk that sends x-next back %s', (_name, giveBack) => {
  test('a walk keeps the duty if it reaches the end', async () => {
    await using run = await Run.start()
    await walk(run, giveBack)
    expect(await run.duty('paging')).toMatchObject({ verdict: 'kept', requests: [] })
    await walk(run, giveBack)
    expect(await run.duty('paging')).toMatchObject({ verdict: 'kept' })
  })

  test('a walk breaks the duty if it stops before the end', async () => {
    await using run = await Run.start()
    await walk(run, giveBack, 2)
    expect(await run.duty('paging')).toMatchObject({
      verdict: 'broken',
      requests: ['r2'],
      wrong: ['the x-next of r2 was not sent back: the rest of the list was not read'],
    })
  })
})

const [, followed] = WAYS[0] as [string, GiveBack]

test('an earlier walk to the end does not complete the next one', async () => {
  await using run = await Run.start()
  await walk(run, followed)
  await walk(run, followed, 1)
  expect(await run.duty('paging')).toMatchObject({ verdict: 'broken', requests: ['r4'] })
})

test('a client that takes the first page for the whole list breaks the duty', async () => {
  await using run = await Run.start()
  await run.send('GET /projects?limit=2', 'db')
  expect(await run.duty('paging')).toMatchObject({ verdict: 'broken', requests: ['r1'], occasions: 1 })
})

test.each<[what: string, alter: (next: string) => string]>([
  ['cut short', (next) => next.slice(0, -1)],
  ['for another collection', (next) => next.replace('/documents', '/projects')],
  ['made up', () => '/documents?next=2'],
])('an x-next that is %s breaks it', async (_what, alter) => {
  await using run = await Run.start()
  const response = await run.send('GET /documents?limit=2', 'db')
  const altered = await run.send(`GET ${alter(response.headers.get('x-next') ?? '')}`, 'db')
  expect(altered.status).toBe(400)
  expect((await run.duty('paging')).verdict).toBe('broken')
})

test('an x-next from before the journal was emptied does not count as altered', async () => {
  await using run = await Run.start()
  const response = await run.send('GET /documents?limit=4', 'db')
  await run.emulator.fetch('/_admin/requests', { method: 'DELETE' })
  await followed(run, response.headers.get('x-next') ?? '')
  expect(await run.duty('paging')).toMatchObject({ verdict: 'kept', occasions: 1 })
})

test('an x-next from before a reset may be sent back', async () => {
  await using run = await Run.start()
  const response = await run.send('GET /documents?limit=4', 'db')
  await run.emulator.reset({ keep: ['requests'] })
  const answer = await followed(run, response.headers.get('x-next') ?? '')
  expect(answer.status).toBe(200)
  expect(await run.duty('paging')).toMatchObject({ verdict: 'kept' })
})

test('a list of one page does not exercise it, nor does a response that did not arrive', async () => {
  await using run = await Run.start()
  await run.send('GET /documents', 'db')
  await run.emulator.faults.add({ connection: 'truncate' })
  const cut = await run.send('GET /documents?limit=2', 'db')
  await expect(cut.text()).rejects.toThrow()
  expect(await run.duty('paging')).toMatchObject(NOT_EXERCISED)
})
