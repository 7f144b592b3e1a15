import { type Actor, keyOf, namespaceOf } from '../load.js'

const ASKED_FOR = [
  '503',
  '429; retryAfter=1',
  'reset',
  'close',
  'truncate',
  'cut',
  'garbage',
  '500; delay=20ms',
]
/** Real ms after which a client stops waiting for an answer. */
const PATIENCE_MS = 100

/** Fails its own requests in every way, and adds and removes faults that match only its own requests. */
export const faultsActor: Actor = async ({ caller, random, isOver }) => {
  const chances = random('faults')
  const asked = { path: `/v1/kv/${namespaceOf(0)}/broken`, headers: keyOf(0) }
  for (let round = 0; !isOver(); round++) {
    await caller.askForFault(asked, ASKED_FOR[chances.integer(ASKED_FOR.length)] ?? '')
    if (round % 20 === 0) await caller.askForFault(asked, 'hang', AbortSignal.timeout(PATIENCE_MS))
    const body = { match: { header: { 'x-soak': 'broken' } }, status: 418, times: 1 }
    const added = await caller.ask({ method: 'POST', path: '/_admin/faults', body }, 201)
    const { id } = added.json as { id: string }
    const headers = { ...asked.headers, 'x-soak': 'broken' }
    await caller.ask({ ...asked, headers }, 418)
    // The fault has reached its number of times.
    await caller.ask({ ...asked, headers }, 404)
    await caller.ask({ method: 'DELETE', path: `/_admin/faults/${id}` }, 204)
  }
}
