import type { Caller } from '../caller.js'
import { type Actor, keyOf, namespaceOf } from '../load.js'

const WRITES = 20

/** Creates worlds, writes to them, takes and restores snapshots, and removes everything again. */
export const worldsActor: Actor = async ({ caller, random, isOver }) => {
  const chances = random('worlds')
  for (let round = 0; !isOver(); round++) {
    const from = chances.integer(2) === 0 ? 'seed' : 'current'
    const { json } = await caller.ask({ method: 'POST', path: '/_admin/worlds', body: { from } }, 201)
    const { id } = json as { id: string }
    await liveIn(`/_worlds/${id}`, caller, round)
    await caller.ask({ method: 'DELETE', path: `/_admin/worlds/${id}` }, 204)
    const headers = { ...keyOf(0), 'x-emulator-world': id }
    await caller.ask({ path: `/v1/kv/${namespaceOf(0)}/k1`, headers }, 404)
  }
}

async function liveIn(world: string, caller: Caller, round: number): Promise<void> {
  const admin = `${world}/_admin`
  const path = (key: number) => `${world}/v1/kv/${namespaceOf(0)}/own${key}`
  const headers = keyOf(0)
  const put = (key: number, value: number) =>
    caller.ask({ method: 'PUT', path: path(key), headers, body: { value, ttlSeconds: 3600 } }, 200)
  await caller.ask({ method: 'POST', path: `${admin}/clock`, body: { freeze: true } }, 200)
  await caller.ask({ method: 'PATCH', path: `${admin}/profile`, body: { kv: { readTtl: 'remaining' } } }, 200)
  for (let key = 0; key < WRITES; key++) await put(key, round)
  for (const name of ['a', 'b', 'b']) {
    await caller.ask({ method: 'POST', path: `${admin}/snapshots`, body: { name } }, 201)
    for (let key = 0; key < WRITES; key += 2) await put(key, -1)
  }
  await caller.ask({ method: 'POST', path: `${admin}/snapshots/a/restore` }, 200)
  for (let key = 0; key < WRITES; key++) {
    const { json } = await caller.ask({ path: path(key), headers }, 200)
    const { value } = json as { value: number }
    if (value !== round) caller.problem(`${path(key)} was restored as ${value}, not ${round}`)
  }
  await caller.ask({ method: 'DELETE', path: `${admin}/snapshots/b` }, 204)
  await caller.ask({ method: 'POST', path: `${admin}/reset` }, 200)
  await caller.ask({ path: path(0), headers }, 404)
}
