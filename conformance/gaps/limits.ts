/** Observes the limits of keys, values and bodies, as far as a careful client goes. */

import { expectSuccess } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { RawBody } from '../http-client.js'
import type { Session } from '../session.js'
import { isKeyTaken, keyObservers, keyOf } from './key-limits.js'
import { hidden, type Known, largest, type Observation, type Observers, seen } from './observation.js'

/** The most bytes that are tried: enough to find limits of a practical size, and no burden to the service. */
const KEY_TRIED = 2048
const BODY_TRIED = 65_536
/** Below that of bodies, so that the rest of the body fits as well. */
const VALUE_TRIED = 65_000

const BODY_HEAD = '{"ttlSeconds":60,"value":'

/** The statuses of a value or body that is too long. */
const TOO_LONG: readonly number[] = [413, 400]

/** True if this size is accepted; fails if the answer doesn't tell. */
function isTaken(answer: HttpExchange): boolean {
  if (TOO_LONG.includes(answer.status)) return false
  expectSuccess(answer)
  return true
}

/** The largest size that is taken, if it is below the largest one that is tried. */
async function limitBelow(
  tried: number,
  least: number,
  fits: (bytes: number) => Promise<boolean>,
): Promise<Observation> {
  if (await fits(tried)) return hidden(`${tried} bytes are taken, and a careful client tries no more`)
  if (!(await fits(least))) return hidden(`even ${least} bytes are refused`)
  return seen(await largest(least, tried, fits))
}

/** A put whose value is a text of `valueBytes`; spaces fill its body up to `bodyBytes`. */
function put(
  { kv }: Session,
  key: string,
  { valueBytes = NO_VALUE_BYTES, bodyBytes = 0 }: { valueBytes?: number; bodyBytes?: number },
): Promise<HttpExchange> {
  const value = `"${'x'.repeat(valueBytes - 2)}"`
  return kv.put(key, new RawBody(`${BODY_HEAD}${value}}`.padEnd(bodyBytes, ' ')))
}

const NO_VALUE_BYTES = 2

/** The bytes that a body has around its value. */
const AROUND = BODY_HEAD.length + 1

export const limitObservers: Observers = {
  ...keyObservers,
  'limits.keyBytes': (session, known) =>
    limitBelow(KEY_TRIED, 1, (bytes) => isKeyTaken(session, keyOf(session, bytes), known)),
  // White space around a small value makes the body alone long.
  'limits.bodyBytes': (session) => {
    const key = session.newKey()
    return limitBelow(BODY_TRIED, AROUND + NO_VALUE_BYTES, async (bytes) =>
      isTaken(await put(session, key, { bodyBytes: bytes })),
    )
  },
  'limits.valueBytes': (session, known) => {
    const key = session.newKey()
    return limitBelow(Math.min(VALUE_TRIED, bodyLimit(known) - AROUND), NO_VALUE_BYTES, async (bytes) =>
      isTaken(await put(session, key, { valueBytes: bytes })),
    )
  },
}

function bodyLimit(known: Known): number {
  const limit = known.get('limits.bodyBytes')
  return typeof limit === 'number' ? limit : BODY_TRIED
}
