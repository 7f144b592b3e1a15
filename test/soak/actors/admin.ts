import type { Actor } from '../load.js'

const EVERY_MS = 50
/** Calls that return all data, which takes a lot of memory. */
const SLOW_EVERY = 40

const LOOKS = ['clock', 'namespaces', 'stores', 'database', 'faults', 'worlds', 'snapshots', 'profile']
const LONG_LOOKS = ['requests.har', 'state', 'requests', 'contract']

/** Looks at everything, and makes and removes namespaces, keys and tokens. */
export const adminActor: Actor = async ({ caller, isOver, pause }) => {
  for (let round = 0; !isOver(); round++) {
    await caller.ask({ path: `/_admin/${LOOKS[round % LOOKS.length]}` }, 200)
    if (round % SLOW_EVERY === 0) {
      const look = LONG_LOOKS[(round / SLOW_EVERY) % LONG_LOOKS.length]
      await caller.ask({ path: `/_admin/${look}` }, 200)
    }
    const made = await caller.ask({ method: 'POST', path: '/_admin/namespaces', body: { name: 'made' } }, 201)
    const path = `/_admin/namespaces/${(made.json as { namespaceId: string }).namespaceId}`
    const key = await caller.ask({ method: 'POST', path: `${path}/keys`, body: { scope: 'read' } }, 201)
    await caller.ask(
      { method: 'PUT', path: `${path}/entries/a`, body: { value: 1, ttlSeconds: 60 } },
      200,
      201,
    )
    await caller.ask({ method: 'DELETE', path: `${path}/keys/${(key.json as { key: string }).key}` }, 204)
    await caller.ask({ method: 'DELETE', path }, 204)
    // The emulator caches tokens that it has checked, so each of these is new to it.
    const body = { sub: `user_${round}` }
    const { json } = await caller.ask({ method: 'POST', path: '/_admin/tokens', body }, 201)
    const headers = { authorization: `Bearer ${(json as { token: string }).token}` }
    await caller.ask({ path: '/v1/usage/ns_soak_0', headers }, 403)
    await pause(EVERY_MS)
  }
}
