/** Observes the limits of keys, values and bodies, as far as a careful client goes. */

import { expectSuccess } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { RawBody } from '../http-client.js'
import type { Session } from '../session.js'
import { hidden, type Known, largest, type Observation, type Observers, seen } from './observation.js'

/** The most bytes that are tried: enough to find limits of a practical size, and no burden to the service. */
const KEY_TRIED = 2048
const BODY_TRIED = 65_536
/** Below that of bodies, so that the rest of the body fits as well. */
const VALUE_TRIED = 65_000

const BODY_HEAD = '{"ttlSeconds":60,"value":'

/** The statuses of a key, value or body that is too long. */
const TOO_LONG: readonly number[] = [413, 414, 400]

/** Whether this size is taken; fails where the answer does not tell. */
function isTaken(answer: HttpExchange): boolean {
  if (TOO_LONG.includes(answer.status)) return false
  // A key that fits and is not there.
  if (answer.status !== 404) expectSuccess(answer)
  return true
}

/** The largest size that is taken, if it lies below the largest one that is tried. */
async function limitBelow(
  tried: number,
  least: number,
  ask: (bytes: number) => Promise<HttpExchange>,
): Promise<Observation> {
  const fits = async (bytes: number) => isTaken(await ask(bytes))
  if (await fits(tried)) return hidden(`${tried} bytes are taken, and a careful client tries no more`)
  if (!(await fits(least))) return hidden(`even ${least} bytes are refused`)
  return seen(await largest(least, tried, fits))
}

/** A put whose value is a text; value and body have these sizes in bytes. */
function put({ kv }: Session, key: string, valueBytes: number, bodyBytes: number): Promise<HttpExchange> {
  const value = `"${'x'.repeat(valueBytes - 2)}"`
  return kv.put(key, new RawBody(`${BODY_HEAD}${value}}`.padEnd(bodyBytes, ' ')))
}

const NO_VALUE_BYTES = 2

/** The bytes that a body has around its value. */
const AROUND = BODY_HEAD.length + 1

export const limitObservers: Observers = {
  // A read is enough to have a key refused, and writes nothing.
  'limits.keyBytes': (session) =>
    limitBelow(KEY_TRIED, 1, (bytes) => session.kv.get(session.newKey().padStart(bytes, 'x').slice(-bytes))),
  // White space around a small value makes the body alone long.
  'limits.bodyBytes': (session) => {
    const key = session.newKey()
    return limitBelow(BODY_TRIED, AROUND + NO_VALUE_BYTES, (bytes) =>
      put(session, key, NO_VALUE_BYTES, bytes),
    )
  },
  'limits.valueBytes': (session, known) => {
    const key = session.newKey()
    return limitBelow(Math.min(VALUE_TRIED, bodyLimit(known) - AROUND), NO_VALUE_BYTES, (bytes) =>
      put(session, key, bytes, 0),
    )
  },
}

function bodyLimit(known: Known): number {
  const limit = known.get('limits.bodyBytes')
  return typeof limit === 'number' ? limit : BODY_TRIED
}
