import { beforeEach, expect, test } from 'vitest'
import { SLICE_ITEMS } from '../../../src/core/steps.js'
import { BundleLog } from '../../../src/history/bundle/commands.js'
import type { Bundle } from '../../../src/history/bundle/format.js'
import { runInWorld } from '../../../src/history/bundle/in-world.js'
import { readBundle } from '../../../src/history/bundle/read.js'
import { type BundleView, bundleOf, bundlePieces } from '../../../src/history/bundle/write.js'
import type { Past } from '../../../src/history/replay.js'
import { AdminCalls, contextOf } from '../../support/admin-calls.js'
import { Service } from '../../support/service.js'
import { turnsDuring, turnsOf } from '../../support/turns.js'

/** Bundles of much let others through while they are written and read. */

const NS = 'ns_a_1'
const HERE = 10_000

let service: Service
let past: Past
let calls: AdminCalls

async function start(seed: object): Promise<void> {
  service = await Service.start(seed)
  calls = new AdminCalls(service)
  past = {
    context: contextOf(service),
    callAdmin: () => Promise.reject(new Error('no call is made again')),
  }
}

beforeEach(() => start({ namespaces: [{ id: NS, keys: [{ key: 'k', scope: 'admin' }] }] }))

const read = () => service.send(`GET /v1/kv/${NS}/a`, { headers: { 'X-KV-Key': 'k' } })

const textOf = (bundle: BundleView): string => [...bundlePieces(bundle)].join('')

/** A bundle of very many requests. */
async function longBundle(): Promise<Bundle> {
  await read()
  const { commands, answers, ...bundle } = readBundle(textOf(await bundleOf(past)))
  const ids = Array.from({ length: HERE }, (_, index) => ({ id: `r${index + 1}` }))
  return {
    ...bundle,
    commands: ids.map((id) => Object.assign({}, commands[0], id)),
    answers: ids.map((id) => Object.assign({}, answers[0], id)),
  }
}

test('the requests of the journal are gathered in slices', async () => {
  const none = await turnsDuring(bundleOf(past))
  for (let count = 0; count < 1000; count++) await read()
  expect((await turnsDuring(bundleOf(past))) - none).toBeGreaterThanOrEqual((4 * 1000) / SLICE_ITEMS - 1)
})

test('a long body of a call is written in pieces, without signatures, and read as it was', async () => {
  const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0'
  const entries = Array.from({ length: 2000 }, (_, index) => ({
    key: `k${index}`,
    value: `${token}.c2ln \n"`,
    ttlSeconds: 60,
  }))
  const text = JSON.stringify({ namespaces: [{ id: NS, entries }] })
  expect((await calls.send('PATCH /state', '', { body: text })).status).toBe(200)
  const written = [...bundlePieces(await bundleOf(past))]
  const [command] = readBundle(written.join('')).commands
  expect(command).toMatchObject({ kind: 'admin', body: text.replaceAll('c2ln', 'xxxx') })
})

test('its commands are made in slices', async () => {
  expect(turnsOf(BundleLog.of(await longBundle()))).toBeGreaterThanOrEqual((4 * HERE) / SLICE_ITEMS)
})

test('its commands are made with turns for others before the first of them is run', async () => {
  const { answers, ...bundle } = await longBundle()
  const wrong = { ...bundle, answers: answers.map((answer) => ({ ...answer, hash: 'another' })) }
  const run = runInWorld(wrong, past)
  expect(await turnsDuring(run)).toBeGreaterThanOrEqual((4 * HERE) / SLICE_ITEMS)
  expect((await run).run.difference).toMatchObject({ id: 'r1' })
})
