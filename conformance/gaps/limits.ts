/** Observes the limits of keys, values and bodies, up to sizes that don't burden the service. */

import { expectSuccess } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { RawBody } from '../http-client.js'
import type { Session } from '../session.js'
import { isKeyTaken, keyObservers, keyOf } from './key-limits.js'
import { hidden, type KnownValues, largest, type Observation, type Observers, seen } from './observation.js'

/** Longest key tried, in bytes: enough to find any practical limit. */
const KEY_TRIED = 2048
const BODY_TRIED = 65_536
/** Smaller than the body's, since the rest of the body must fit, too. */
const VALUE_TRIED = 65_000

const BODY_HEAD = '{"ttlSeconds":60,"value":'

/** Statuses for a value or body that is too long. */
const TOO_LONG: readonly number[] = [413, 400]

/** True if this size is accepted. Fails if the answer doesn't tell. */
function isTaken(answer: HttpExchange): boolean {
  if (TOO_LONG.includes(answer.status)) return false
  expectSuccess(answer)
  return true
}

/** Finds the largest accepted size, if it is below the largest one tried. */
async function limitBelow(
  tried: number,
  least: number,
  fits: (bytes: number) => Promise<boolean>,
): Promise<Observation> {
  if (await fits(tried)) return hidden(`${tried} bytes are taken, and a careful client tries no more`)
  if (!(await fits(least))) return hidden(`even ${least} bytes are refused`)
  return seen(await largest(least, tried, fits))
}

/** Puts a text of `valueBytes`, and pads the body with spaces up to `bodyBytes`. */
function put(
  { kv }: Session,
  key: string,
  { valueBytes = NO_VALUE_BYTES, bodyBytes = 0 }: { valueBytes?: number; bodyBytes?: number },
): Promise<HttpExchange> {
  const value = `"${'x'.repeat(valueBytes - 2)}"`
  return kv.put(key, new RawBody(`${BODY_HEAD}${value}}`.padEnd(bodyBytes, ' ')))
}

const NO_VALUE_BYTES = 2

/** Bytes of the body around its value. */
const AROUND = BODY_HEAD.length + 1

export const limitObservers: Observers = {
  ...keyObservers,
  'limits.keyBytes': (session, known) =>
    limitBelow(KEY_TRIED, 1, (bytes) => isKeyTaken(session, keyOf(session, bytes), known)),
  // White space around a small value makes only the body long.
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
