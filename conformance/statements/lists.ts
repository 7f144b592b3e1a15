import { expectSuccess, expectThat, type Reader, read } from '../check.js'
import type { HttpExchange } from '../http-client.js'
import { offered } from '../session.js'
import type { Need } from '../subject.js'
import { onBothSides, type Side } from './sides.js'
import { type Shared, type Statement, type StatementDrafts, statements } from './statement.js'
import { expectMovesDuring } from './usage/counters.js'

const SHARED: Shared = { service: 'kv', section: 'Endpoints A', needs: ['kv.writer', 'bearer'] }

/** More than most services put on a page. */
const MANY = 1100
/** In characters. Most services store less than this next to a key. */
const LARGE = 10_000

export const namesOf = (list: HttpExchange, member: string): readonly string[] =>
  read(expectSuccess(list))
    .member(member)
    .items()
    .map((item) => item.member('key').string())

/** Expects each of these keys exactly once, in any order. */
export function expectKeys(list: HttpExchange, member: string, expected: readonly string[]): void {
  const names = namesOf(list, member)
  const [seen, wanted] = [new Set(names), new Set(expected)]
  const lacking = expected.filter((key) => !seen.has(key))
  const others = names.filter((key) => !wanted.has(key) || !seen.delete(key))
  expectThat(
    lacking.length === 0,
    `${lacking[0]} among ${expected.length} entries`,
    `${names.length} entries`,
    list,
  )
  expectThat(others.length === 0, 'no other entry, and none twice', `${others.length}: ${others[0]}`, list)
}

const FOREIGN_LIST = ['kv.foreign', 'bearer.stranger'] as const

/** The member of a list's answer that contains the entries. */
export const LIST_MEMBER = { kv: 'keys', config: 'configs' } as const

const needsOf = ({ area, part }: Side): readonly Need[] => [
  `${part}.writer`,
  area === 'kv' ? 'bearer' : 'store.reader',
]

const draftsFor = (side: Side): StatementDrafts => {
  const { area, group, part, own, foreign } = side
  const member = LIST_MEMBER[area]
  const needs = needsOf(side)
  return {
    [`${area}.list.its-own`]: {
      text: `A list contains exactly the existing entries and those put since, each once.`,
      async check(session) {
        const entries = own(session)
        const before = namesOf(await entries.list(), member)
        const keys = [session.newKey(), session.newKey(), session.newKey()]
        for (const key of keys) expectSuccess(await entries.set(key, 'listed'))
        for (const key of keys.slice(1)) expectSuccess(await entries.set(key, 'listed'))
        const odd = `${session.newKey()} /é`
        if ((await entries.set(odd, 'listed')).status < 400) keys.push(odd)
        expectKeys(await entries.list(), member, [...before, ...keys])
      },
    },
    [`${area}.list.nobody-elses`]: {
      text: `A list contains no entries of another ${group}, and vice versa.`,
      needs: [...needs, ...(area === 'kv' ? FOREIGN_LIST : (['store.foreign'] as const))],
      async check(session, ours, theirs) {
        const before = namesOf(await own(session).list(), member)
        const beforeThere = namesOf(await foreign(session).list(), member)
        expectSuccess(await own(session).set(ours, 'listed'))
        expectSuccess(await foreign(session).set(theirs, 'listed'))
        expectKeys(await own(session).list(), member, [...before, ours])
        expectKeys(await foreign(session).list(), member, [...beforeThere, theirs])
      },
    },
    [`${area}.list.many`]: {
      text: `A list contains every entry of a ${group}, no matter how many there are (even over a thousand) and how large they are.`,
      needs: [...needs, `${part}.bulk`],
      async check(session) {
        const entries = own(session)
        const before = namesOf(await entries.list(), member)
        const keys = Array.from({ length: MANY }, () => session.newKey())
        await offered(session.subject.fill, `${part}.bulk`)(group, entries.id, keys)
        const large = session.newKey()
        expectSuccess(await entries.set(large, 'x'.repeat(LARGE)))
        expectKeys(await entries.list(), member, [...before, ...keys, large])
        if (area === 'kv') await expectMovesDuring(session.kv, { lists: 1 }, () => entries.list())
      },
    },
  }
}

/** Fails if it's missing. */
const listed = (list: HttpExchange, key: string): Reader =>
  read(expectSuccess(list)).member('keys').theEntry(key)

export const listStatements: readonly Statement[] = [
  ...onBothSides('What the service does', draftsFor, needsOf),
  ...statements(SHARED, {
    'kv.list.ttl': {
      text: "ttlSeconds in a key list is the TTL of the entry's latest write, either the original or what remains of it.",
      async check({ kv }, key) {
        for (const ttlSeconds of [120, 30 * 86_400, 1000 * 86_400, 600]) {
          const put = expectSuccess(await kv.put(key, { value: 1, ttlSeconds }))
          const list = await kv.list()
          const ttl = listed(list, key).member('ttlSeconds').integer()
          expectThat(
            ttl <= ttlSeconds && ttl > ttlSeconds - 60,
            `the TTL of ${ttlSeconds} s`,
            `${ttl} s`,
            list,
          )
          listed(list, key).member('expiresAt').equals(read(put).member('expiresAt').integer())
        }
      },
    },
    'kv.list.expiry.of-latest-put': {
      text: 'expiresAt and expiresAtIso in a key list are those of the latest put, no matter how old the entry is.',
      needs: ['kv.writer', 'bearer', 'time.pass'],
      async check({ kv, pass }, key) {
        expectSuccess(await kv.set(key, 'listed'))
        await pass(2000)
        const put = expectSuccess(await kv.set(key, 'listed'))
        const expiresAt = read(put).member('expiresAt').integer()
        const list = await kv.list()
        listed(list, key).member('expiresAt').equals(expiresAt)
        const iso = listed(list, key).member('expiresAtIso').instant()
        expectThat(iso === expiresAt, `expiresAtIso of ${expiresAt}`, String(iso), list)
      },
    },
    'kv.list.expires-at-iso.whole-second': {
      text: "expiresAtIso has milliseconds even if they're zero.",
      needs: ['kv.writer', 'bearer', 'time.exact'],
      async check({ pass, time, kv }, key) {
        await pass(1000 - ((await time.now()) % 1000))
        expectSuccess(await kv.set(key, 'listed'))
        listed(await kv.list(), key)
          .member('expiresAtIso')
          .instant({ milliseconds: true })
      },
    },
    'kv.list.created-at.of-put': {
      text: "createdAt is the time of the put, and isn't changed by later lists or reads.",
      needs: ['kv.writer', 'kv.reader', 'bearer', 'time.exact'],
      async check({ time, kv, pass }, key) {
        const now = await time.now()
        expectSuccess(await kv.put(key, { value: 1, ttlSeconds: 7200 }))
        for (let times = 0; times < 2; times += 1) {
          await pass(90_000)
          expectSuccess(await kv.get(key))
          const list = await kv.list()
          const createdAt = listed(list, key).member('createdAt').instant()
          // In the contract, `createdAt` has no milliseconds.
          expectThat(Math.abs(createdAt - now) < 1000, `createdAt of ${now}`, String(createdAt), list)
        }
      },
    },
    'kv.list.created-at.anew': {
      text: 'If a key is deleted and put again, createdAt is the time of the new put.',
      needs: ['kv.writer', 'bearer', 'time.exact'],
      async check({ kv, pass, time }, key) {
        expectSuccess(await kv.set(key, 'listed'))
        expectSuccess(await kv.delete(key))
        await pass(90_000)
        const now = await time.now()
        expectSuccess(await kv.set(key, 'listed'))
        const list = await kv.list()
        const createdAt = listed(list, key).member('createdAt').instant()
        expectThat(Math.abs(createdAt - now) < 1000, `createdAt of ${now}`, String(createdAt), list)
      },
    },
    'kv.list.no-values': {
      text: "A list of keys doesn't contain values, only key, ttlSeconds, expiresAt, expiresAtIso and createdAt.",
      async check({ kv }, key) {
        expectSuccess(await kv.put(key, { value: `secret ${key} kept`, ttlSeconds: 600 }))
        const list = await kv.list()
        listed(list, key).lacks('value')
        expectThat(!list.text.includes(`secret ${key} kept`), 'no value in the list', 'one', list)
      },
    },
  }),
]
