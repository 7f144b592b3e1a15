/** Statements about the answer for an expired key, which must be the same as for a key that never existed. */

import { expectStatus, expectSuccess, fail, read } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import type { Session } from '../session.js'
import { type Shared, type Statement, type StatementDrafts, statements } from './statement.js'

const SHARED: Shared = {
  service: 'kv',
  section: 'Endpoints A, rule 3',
  needs: ['kv.writer', 'kv.reader', 'time.pass'],
}

/** Number of missing keys to request, to see which parts of their answers vary anyway. */
const SAMPLES = 5

/** Headers that depend on the current time, or on the body. */
const OF_THE_MOMENT = new Set([
  'date',
  'age',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
])

type Parts = ReadonlyMap<string, string>

/** Returns an expired key and some keys that never existed, each with the answer to a read. */
async function answersOf(session: Session, again: boolean) {
  const expired = session.newKey()
  const put = expectSuccess(await session.kv.put(expired, { value: 'brief', ttlSeconds: 60 }))
  await session.passUntil(read(put).member('expiresAt').integer())
  let answer = expectStatus(await session.kv.get(expired), 404)
  if (again) answer = expectStatus(await session.kv.get(expired), 404)
  const missing: { key: string; answer: HttpExchange }[] = []
  while (missing.length < SAMPLES) {
    const key = session.newKey()
    missing.push({ key, answer: expectStatus(await session.kv.get(key), 404) })
  }
  return { expired: { key: expired, answer }, missing }
}

/** Returns the leaves of JSON text by path. Other text is returned as a whole. */
function bodyParts(text: string): Parts {
  try {
    return new Map(leaves('body', JSON.parse(text)))
  } catch {
    return new Map([['body', text]])
  }
}

function leaves(path: string, json: unknown): readonly (readonly [string, string])[] {
  if (typeof json !== 'object' || json === null) return [[path, JSON.stringify(json)]]
  return Object.entries(json).flatMap(([name, member]) => leaves(`${path}.${name}`, member))
}

const headerParts = (answer: HttpExchange): Parts =>
  new Map([...answer.headers].filter(([name]) => !OF_THE_MOMENT.has(name)))

/**
 * If a part is the same for all missing keys, it must be the same for the expired one. If it varies, e.g. because it's
 * a request id, it just has to be present or absent as it is for the missing keys.
 */
function expectAlike(parts: Parts, samples: readonly Parts[], about: HttpExchange): void {
  for (const name of new Set([...parts.keys(), ...samples.flatMap((sample) => [...sample.keys()])])) {
    const seen = new Set(samples.map((sample) => sample.get(name)))
    const own = parts.get(name)
    const isAlike = seen.size === 1 ? seen.has(own) : own !== undefined || seen.has(undefined)
    if (!isAlike) fail(`${name} as with a missing key, ${[...seen].join() || 'none'}`, own ?? 'none', about)
  }
}

function alike(
  id: string,
  what: string,
  partsOf: (answer: HttpExchange, key: string) => Parts,
): StatementDrafts {
  return {
    [`kv.expired.like-missing${id}`]: {
      text: `If an expired key is read, ${what} is exactly the same as for a key that never existed.`,
      async check(session) {
        const { expired, missing } = await answersOf(session, false)
        const samples = missing.map(({ key, answer }) => partsOf(answer, key))
        expectAlike(partsOf(expired.answer, expired.key), samples, expired.answer)
      },
    },
  }
}

const bodyOf = (answer: HttpExchange, key: string): Parts => bodyParts(answer.text.replaceAll(key, '<key>'))

export const kvMissingStatements: readonly Statement[] = statements(SHARED, {
  ...alike('', 'the body', bodyOf),
  ...alike('.headers', 'every header', headerParts),
  ...alike('.status-text', 'the status text', ({ statusText }) => new Map([['statusText', statusText]])),
  'kv.expired.like-missing.again': {
    text: 'If an expired key is read again, the body and headers are still the same as for a key that never existed.',
    needs: ['kv.writer', 'kv.reader', 'time.exact'],
    async check(session) {
      const { expired, missing } = await answersOf(session, true)
      const bodies = missing.map(({ key, answer }) => bodyOf(answer, key))
      expectAlike(bodyOf(expired.answer, expired.key), bodies, expired.answer)
      const headers = missing.map(({ answer }) => headerParts(answer))
      expectAlike(headerParts(expired.answer), headers, expired.answer)
    },
  },
})
