/** Observes the limits of keys, values and bodies, up to sizes that aren't a burden for the service. */

import { expectSuccess } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { RawBody } from '../http-client.js'
import type { Session } from '../session.js'
import { isKeyTaken, keyObservers, keyOf } from './key-limits.js'
import { hidden, type KnownValues, largest, type Observation, type Observers, seen } from './observation.js'

/** The longest key to try, in bytes. Any practical limit is below this. */
const KEY_TRIED = 2048
const BODY_TRIED = 65_536
/** Smaller than `BODY_TRIED`, since the rest of the body has to fit as well. */
const VALUE_TRIED = 65_000

const BODY_HEAD = '{"ttlSeconds":60,"value":'

const TOO_LONG: readonly number[] = [413, 400]

/** Returns true if this size is accepted. Fails if we can't tell from the answer. */
function isTaken(answer: HttpExchange): boolean {
  if (TOO_LONG.includes(answer.status)) return false
  expectSuccess(answer)
  return true
}

/** Finds the largest size that's accepted, if it's below `tried`. */
async function limitBelow(
  tried: number,
  least: number,
  fits: (bytes: number) => Promise<boolean>,
): Promise<Observation> {
  if (await fits(tried)) return hidden(`${tried} bytes are accepted, and a careful client doesn't try more`)
  if (!(await fits(least))) return hidden(`even ${least} bytes are refused`)
  return seen(await largest(least, tried, fits))
}

/** Puts a string of `valueBytes`, and pads the body with spaces to `bodyBytes`. */
function put(
  { kv }: Session,
  key: string,
  { valueBytes = NO_VALUE_BYTES, bodyBytes = 0 }: { valueBytes?: number; bodyBytes?: number },
): Promise<HttpExchange> {
  const value = `"${'x'.repeat(valueBytes - 2)}"`
  return kv.put(key, new RawBody(`${BODY_HEAD}${value}}`.padEnd(bodyBytes, ' ')))
}

const NO_VALUE_BYTES = 2

/** Number of bytes in the body apart from its value. */
const AROUND = BODY_HEAD.length + 1

export const limitObservers: Observers = {
  ...keyObservers,
  'limits.keyBytes': (session, known) =>
    limitBelow(KEY_TRIED, 1, (bytes) => isKeyTaken(session, keyOf(session, bytes), known)),
  // White space around a small value makes the body long, but not the value.
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

function bodyLimit(known: KnownValues): number {
  const limit = known.get('limits.bodyBytes')
  return typeof limit === 'number' ? limit : BODY_TRIED
}
