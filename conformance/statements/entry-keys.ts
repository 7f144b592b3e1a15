/**
 * Statements on the keys of entries, in the two stores: which texts name one entry, and what a call leaves
 * alone.
 */

import { sameJson } from '../../src/core/json/lossless-json.js'
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
import type { Entries, Session } from '../session.js'
import type { Need } from '../subject.js'
import { type Statement, type StatementDraft, statement } from './statement.js'

const body = (value: unknown) => ({ value, ttlSeconds: 600 })

const SIDES = [
  {
    area: 'kv',
    interface: 'kv',
    of: (session: Session): Entries => session.kv,
    needs: ['kv.writer', 'kv.reader'],
    // Keys without the session's prefix: only if nobody else writes.
    bulk: 'kv.bulk',
  },
  {
    area: 'config',
    interface: 'config',
    of: (session: Session): Entries => session.store,
    needs: ['store.writer', 'store.reader'],
    bulk: 'store.bulk',
  },
] as const satisfies readonly { needs: readonly Need[]; bulk: Need; [fact: string]: unknown }[]

/** Pairs of keys that a service might take for one, each made from a key of the session's own. */
const PAIRS: readonly ((key: string) => readonly [one: string, other: string])[] = [
  (key) => [key, ` ${key}`],
  (key) => [key, `${key} `],
  (key) => [`${key}\u00e9`, `${key}e\u0301`],
  (key) => [`${key}${'k'.repeat(300)}1`, `${key}${'k'.repeat(300)}2`],
  (key) => [`${key}/a`, `${key}%2Fa`],
  (key) => [`${key}/a`, `${key}_a`],
  (key) => [`${key} a`, `${key}+a`],
]

/** Names that objects have of their own in some languages. */
const BUILT_IN = ['__proto__', 'constructor', 'toString'] as const

/** A statement on keys as it is written here: what it needs is named only if that is more. */
type Draft = Omit<StatementDraft, 'interface' | 'section' | 'needs'> & Partial<Pick<StatementDraft, 'needs'>>

/**
 * A put that went through; skips if the service does not take such a key, for the contract shows no limits.
 */
function taken(put: HttpExchange): HttpExchange {
  if (put.status >= 400) throw new StatementSkip(`the service refuses such a key with ${put.status}`)
  return put
}

export const entryKeyStatements: readonly Statement[] = SIDES.flatMap(({ area, of, needs, ...side }) => {
  const keys = (draft: Draft): Statement =>
    statement({ section: `Resources ${side.interface}`, interface: side.interface, needs, ...draft })
  return [
    keys({
      id: `${area}.key.encoded`,
      text: 'A letter of a key may be sent percent-encoded: it is the same key.',
      async check(session) {
        const key = session.newKey()
        expectSuccess(await of(session).put(key, body('same')))
        const encoded = key.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
        const got = await of(session).getPath(encoded)
        expectValue(got, '"same"')
        read(got).member('key').equals(key)
      },
    }),
    keys({
      id: `${area}.key.decoded`,
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
    }),
    keys({
      id: `${area}.key.case`,
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
    }),
    keys({
      id: `${area}.key.pairs`,
      text: 'Keys that look alike name two entries: by blanks, code points, length, slashes, percent and plus signs.',
      async check(session) {
        for (const pair of PAIRS) {
          const [one, other] = pair(session.newKey())
          const puts = [await of(session).put(one, body('one')), await of(session).put(other, body('other'))]
          // The contract shows no limits of keys: a pair that is refused says nothing.
          if (puts.some(({ status }) => status >= 400)) continue
          expectValue(await of(session).get(one), '"one"')
        }
      },
    }),
    keys({
      id: `${area}.key.built-in`,
      text: 'A key may be a name that languages give to objects: absent at first, then read as it was put.',
      needs: [...needs, side.bulk],
      async check(session) {
        for (const key of BUILT_IN) {
          expectRefusal(await of(session).get(key))
          const put = await of(session).put(key, body(key))
          if (put.status < 400) expectValue(await of(session).get(key), JSON.stringify(key))
        }
      },
    }),
    keys({
      id: `${area}.key.prefix`,
      text: 'A key that begins like another one names another entry, which a put or delete of the other leaves.',
      async check(session) {
        const short = session.newKey()
        const long = `${short}0`
        expectSuccess(await of(session).put(short, body('short')))
        expectSuccess(await of(session).put(long, body('long')))
        expectValue(await of(session).get(short), '"short"')
        expectSuccess(await of(session).delete(short))
        expectValue(await of(session).get(long), '"long"')
      },
    }),
    keys({
      id: `${area}.put.alone`,
      text: 'A put or a delete of one key leaves every other entry as it was.',
      async check(session) {
        const [kept, other] = [session.newKey(), session.newKey()]
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
    }),
    keys({
      id: `${area}.put.after-delete`,
      text: 'A key that was deleted can be put again, with another value, and be deleted again.',
      async check(session) {
        const key = session.newKey()
        for (const value of ['first', 'second', 'third']) {
          expectSuccess(await of(session).put(key, body(value)))
          expectValue(await of(session).get(key), JSON.stringify(value))
          expectSuccess(await of(session).delete(key))
          expectStatus(await of(session).get(key), 404)
        }
      },
    }),
  ]
})
