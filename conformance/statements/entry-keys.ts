/** Statements about which texts name the same entry in both stores, and which entries a call leaves alone. */

import { expectSuccess, expectThat, expectValue, read, StatementSkip } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { sameJson } from '../json.js'
import { onBothSides } from './sides.js'
import type { Statement } from './statement.js'

/** Expects a put to succeed. Skips the statement if the key is refused, since the contract has no limits for it. */
function taken(put: HttpExchange): HttpExchange {
  if (put.status >= 400) throw new StatementSkip(`the service refuses this key with ${put.status}`)
  return put
}

export const entryKeyStatements: readonly Statement[] = onBothSides('Resources', ({ area, own: of }) => ({
  [`${area}.key.encoded`]: {
    text: "If a letter of a key is percent-encoded in the path, it's still the same key.",
    async check(session, key) {
      expectSuccess(await of(session).set(key, 'same'))
      const encoded = key.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
      const got = await of(session).getPath(encoded)
      expectValue(got, '"same"')
      read(got).member('key').equals(key)
    },
  },
  [`${area}.key.decoded`]: {
    text: 'A key that has to be percent-encoded in the path can be put and read, and is returned decoded.',
    async check(session) {
      const key = `${session.newKey()} é`
      read(taken(await of(session).set(key, 'spaced')))
        .member('key')
        .equals(key)
      const got = await of(session).get(key)
      expectValue(got, '"spaced"')
      read(got).member('key').equals(key)
    },
  },
  [`${area}.put.alone`]: {
    text: "A put or delete of one key doesn't change any other entry.",
    async check(session, kept, other) {
      expectSuccess(await of(session).set(kept, { kept: [1] }))
      const member = area === 'kv' ? 'expiresAt' : 'updatedAt'
      const before = read(await of(session).get(kept)).member(member).json
      expectSuccess(await of(session).set(other, 'other'))
      expectSuccess(await of(session).set(other, 'another'))
      expectSuccess(await of(session).delete(other))
      const after = await of(session).get(kept)
      expectValue(after, '{"kept":[1]}')
      const now = read(after).member(member).json
      expectThat(sameJson(before, now), `${member} as before`, 'another one', after)
    },
  },
}))
