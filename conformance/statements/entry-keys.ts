/**
 * Statements on the keys of entries, in the two stores: which texts name one entry, and what a call leaves
 * alone.
 */

import {
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  expectValue,
  read,
  StatementSkip,
} from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { sameJson } from '../json.js'
import { onBothSides } from './sides.js'
import type { Statement } from './statement.js'

const body = (value: unknown) => ({ value, ttlSeconds: 600 })

/** What follows one key in keys that a service might take for one. */
const ENDS: readonly string[] = [
  ...['', ' ', '/', '//', '\\', '?a', ';a', '#a', '\u200b', '%2F'],
  ...['_a', '/a', '%2Fa', '+a', ' a'],
  ...['e', '\u00e9', 'e\u0301', 'fi', '\ufb01'],
  ...[`${'k'.repeat(300)}1`, `${'k'.repeat(300)}2`],
]

/** Names that objects have of their own in some languages. */
const BUILT_IN = ['__proto__', 'constructor', 'toString'] as const

/**
 * A put that went through; skips if the service does not take such a key, for the contract shows no limits.
 */
function taken(put: HttpExchange): HttpExchange {
  if (put.status >= 400) throw new StatementSkip(`the service refuses such a key with ${put.status}`)
  return put
}

export const entryKeyStatements: readonly Statement[] = onBothSides(
  'Resources',
  ({ area, part, own: of }) => ({
    [`${area}.key.encoded`]: {
      text: 'A letter of a key may be sent percent-encoded: it is the same key.',
      async check(session, key) {
        expectSuccess(await of(session).put(key, body('same')))
        const encoded = key.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
        const got = await of(session).getPath(encoded)
        expectValue(got, '"same"')
        read(got).member('key').equals(key)
      },
    },
    [`${area}.key.decoded`]: {
      text: 'A key that must be percent-encoded in the path is echoed as it is, decoded, and read under it.',
      async check(session) {
        const key = `${session.newKey()} é`
        read(taken(await of(session).put(key, body('spaced'))))
          .member('key')
          .equals(key)
        const got = await of(session).get(key)
        expectValue(got, '"spaced"')
        read(got).member('key').equals(key)
      },
    },
    [`${area}.key.case`]: {
      text: 'Keys that differ in the case of a letter name two entries.',
      async check(session) {
        const lower = `${session.newKey()}-abc`
        const upper = lower.replace('-abc', '-ABC')
        expectSuccess(await of(session).put(lower, body('lower')))
        // Such a key may be refused for its characters, too.
        expectRefusal(await of(session).get(upper))
        taken(await of(session).put(upper, body('upper')))
        expectValue(await of(session).get(lower), '"lower"')
        expectValue(await of(session).get(upper), '"upper"')
      },
    },
    [`${area}.key.alike`]: {
      text: 'Keys that look alike name their own entries: by blanks, accents, slashes, signs, length.',
      async check(session, key) {
        const taken: string[] = []
        // The contract shows no limits of keys: one that is refused says nothing.
        for (const alike of [` ${key}`, ...ENDS.map((end) => key + end)]) {
          if ((await of(session).put(alike, body(alike))).status < 400) taken.push(alike)
        }
        for (const alike of taken) expectValue(await of(session).get(alike), JSON.stringify(alike))
        if (!taken.includes(`${key}_a`)) return
        expectSuccess(await of(session).delete(`${key}_a`))
        if (taken.includes(`${key}/a`)) expectSuccess(await of(session).get(`${key}/a`))
      },
    },
    [`${area}.key.built-in`]: {
      text: 'A key may be a name that languages give to objects: absent at first, then read as it was put.',
      // Keys without the session's prefix: only if nobody else writes.
      needs: [`${part}.writer`, `${part}.reader`, `${part}.bulk`],
      async check(session) {
        for (const key of BUILT_IN) {
          expectRefusal(await of(session).get(key))
          const put = await of(session).put(key, body(key))
          if (put.status < 400) expectValue(await of(session).get(key), JSON.stringify(key))
        }
      },
    },
    [`${area}.key.prefix`]: {
      text: 'A key that begins like another one names another entry, which a put or delete of the other leaves.',
      async check(session, short) {
        const long = `${short}0`
        expectSuccess(await of(session).put(short, body('short')))
        expectSuccess(await of(session).put(long, body('long')))
        expectValue(await of(session).get(short), '"short"')
        expectSuccess(await of(session).delete(short))
        expectValue(await of(session).get(long), '"long"')
      },
    },
    [`${area}.put.alone`]: {
      text: 'A put or a delete of one key leaves every other entry as it was.',
      async check(session, kept, other) {
        expectSuccess(await of(session).put(kept, body({ kept: [1] })))
        const member = area === 'kv' ? 'expiresAt' : 'updatedAt'
        const before = read(await of(session).get(kept)).member(member).json
        expectSuccess(await of(session).put(other, body('other')))
        expectSuccess(await of(session).put(other, body('another')))
        expectSuccess(await of(session).delete(other))
        const after = await of(session).get(kept)
        expectValue(after, '{"kept":[1]}')
        const now = read(after).member(member).json
        expectThat(sameJson(before, now), `${member} as before`, 'another one', after)
      },
    },
    [`${area}.put.after-delete`]: {
      text: 'A key that was deleted can be put again, with another value, and be deleted again.',
      async check(session, key) {
        for (const value of ['first', 'second', 'third']) {
          expectSuccess(await of(session).put(key, body(value)))
          expectValue(await of(session).get(key), JSON.stringify(value))
          expectSuccess(await of(session).delete(key))
          expectStatus(await of(session).get(key), 404)
        }
      },
    },
  }),
)
