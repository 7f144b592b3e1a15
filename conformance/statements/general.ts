import {
  expectMember,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  read,
  StatementFailure,
} from '../check.js'
import { BrokenAnswer, type HttpExchange } from '../http-client.js'
import { type Json, stringsOf } from '../json.js'
import type { Entries, Session } from '../session.js'
import { each, type Shared, type Statement, statements } from './statement.js'

const SHARED: Shared = { service: 'kv and config', section: 'Introduction', needs: ['db'] }

const VALUE = { on: true }

/** Characters of one to four bytes. */
const LETTERS = 'a \u00e9 \u6f22 \u{1f600}'

/** Tries again if an answer is incomplete. A connection may break once by chance, but not twice. */
async function whole(ask: () => Promise<HttpExchange>): Promise<HttpExchange> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof BrokenAnswer)) throw error
  }
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof BrokenAnswer)) throw error
    throw new StatementFailure('a whole answer', `${error.message}, twice`)
  }
}

/** Expects JSON. The stores' errors may also have no body. */
function expectWhole(answer: HttpExchange): void {
  if (answer.text !== '') read(answer)
}

/** Puts, reads and deletes an entry, expecting each call to succeed. */
async function successes(entries: Entries, key: string): Promise<readonly HttpExchange[]> {
  const answers = [await entries.set(key, VALUE), await entries.get(key), await entries.delete(key)]
  return answers.map(expectSuccess)
}

/** Expects `ok` to be true. A delete may also have no body, as the contract doesn't say whether it has one. */
function expectOk(answers: readonly HttpExchange[]): void {
  for (const answer of answers) if (answer.text !== '') expectMember(answer, 'ok', true)
}

/** Makes calls that succeed and calls that are refused, while the entry exists and while it doesn't. */
async function allKinds(entries: Entries, key: string): Promise<readonly HttpExchange[]> {
  return [
    await entries.set(key, VALUE),
    await entries.get(key),
    await entries.get(key, {}),
    await entries.delete(key),
    await entries.get(key),
  ]
}

/** If there's a body, its type must be JSON. Parameters such as a charset are fine. */
function expectJsonType(answer: HttpExchange): void {
  if (answer.text === '') return
  const type = (answer.header('content-type') ?? 'none').split(';')[0]?.trim().toLowerCase()
  expectThat(type === 'application/json', 'Content-Type application/json', `${type}`, answer)
}

/** Returns the `ok` member if the body is an object. */
function okIn(answer: HttpExchange): unknown {
  const { json } = read(answer)
  const ok = json.kind === 'object' ? json.members.get('ok') : undefined
  return ok?.kind === 'boolean' ? ok.value : undefined
}

/**
 * Finds a code in any known form of error, i.e. `error`, `error.code` or `code`. Since `error` may also be a message
 * such as "Unauthorized", only joined words count as a code.
 */
function codeIn(json: Json): string | undefined {
  const textAt = (from: Json | undefined, name: string) => {
    const member = from?.kind === 'object' ? from.members.get(name) : undefined
    return member?.kind === 'string' ? member.value : ''
  }
  const error = json.kind === 'object' ? json.members.get('error') : undefined
  const codes = [textAt(error, 'code'), textAt(json, 'code')].filter((text) => /^[\w.-]+$/.test(text))
  return codes[0] ?? /^[a-z0-9]+([_.-][a-z0-9]+)+$/i.exec(textAt(json, 'error'))?.[0]
}

/** Provokes one answer for each row in the table of errors that has no code. */
async function plainErrors(session: Session, side: 'kv' | 'config'): Promise<readonly HttpExchange[]> {
  const entries = side === 'kv' ? session.kv : session.store
  const key = session.newKey()
  const answers = [
    expectStatus(await entries.get(key, {}), 401),
    expectStatus(await entries.set(key, VALUE, entries.as('read')), 403),
    expectStatus(await entries.get(key), 404),
  ]
  // The contract has no 400 for A.
  return side === 'kv' ? answers : [...answers, expectStatus(await entries.put(key, {}), 400)]
}

const STORE_NAMES = { kv: 'key-value store', config: 'config store' } as const

export const generalStatements: readonly Statement[] = statements(SHARED, {
  'ab.base': {
    text: 'Both stores have the same base address.',
    needs: ['kv.reader', 'store.reader'],
    async check({ kv, newKey, store }) {
      // Only a service that knows the namespace and the store can tell that the entry is missing.
      expectStatus(await kv.get(newKey()), 404)
      expectSuccess(await store.list())
    },
  },
  'ab.version': {
    section: 'Versioning 1',
    text: 'The paths of the key-value store, the config store and the usage report start with /v1.',
    needs: ['kv', 'bearer', 'store.reader'],
    async check({ kv, store }) {
      expectSuccess(await kv.list())
      expectSuccess(await kv.usage())
      expectSuccess(await store.list())
    },
  },
  'db.base': {
    section: 'Versioning 2',
    service: 'documents',
    text: 'The database has its own base address, and its paths have no version.',
    async check({ database }) {
      expectSuccess(await database.list('documents', 'limit=1'))
      expectSuccess(await database.list('projects', 'limit=1'))
    },
  },
  'kv.ok': {
    section: 'Endpoints',
    service: 'kv',
    text: 'In the key-value store, the body of a successful put, read, list, delete or usage report, if there is one, has ok set to true.',
    needs: ['kv.writer', 'kv.reader', 'bearer'],
    check: async ({ kv }, key) =>
      expectOk([...(await successes(kv, key)), await kv.list(), await kv.usage()]),
  },
  'config.ok': {
    section: 'Endpoints',
    service: 'config',
    text: 'In the config store, the body of a successful put, read, list or delete, if there is one, has ok set to true.',
    needs: ['store.writer', 'store.reader'],
    check: async ({ store }, key) => expectOk([...(await successes(store, key)), await store.list()]),
  },
  'ab.json': {
    text: 'All response bodies of the two stores are JSON, including those of errors and deletes, if there are any.',
    needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
    async check({ kv, store }, key, other) {
      const answers = [...(await allKinds(kv, key)), ...(await allKinds(store, other))]
      for (const answer of answers) if (answer.text !== '') read(answer)
    },
  },
  'db.json': {
    service: 'documents',
    text: 'All response bodies of the database are JSON, including those of errors.',
    async check({ database }) {
      read(await database.list('documents', 'limit=1'))
      read(await database.list('projects', 'limit=none'))
      read(await database.list('projects', 'limit=1', {}))
    },
  },
  'ab.bytes': {
    text: 'The two stores send complete JSON in UTF-8 without a byte order mark.',
    needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
    async check({ kv, store }, key, other) {
      for (const entries of [kv, store]) {
        const [plain, odd] = entries === kv ? [key, `${key} \u00e9`] : [other, `${other} \u00e9`]
        expectSuccess(await entries.set(plain, LETTERS))
        expectWhole(await whole(() => entries.get(plain)))
        expectWhole(await whole(() => entries.get(odd)))
      }
      expectWhole(await whole(() => store.list()))
    },
  },
  'db.bytes': {
    service: 'documents',
    text: 'The database sends complete JSON in UTF-8 without a byte order mark.',
    async check({ database }) {
      if (database.access.mayCreate) {
        expectSuccess(await database.create('documents', { title: LETTERS, content: LETTERS }))
      }
      for (const query of ['', 'limit=1', 'limit=none']) {
        expectWhole(await whole(() => database.list('documents', query)))
        expectWhole(await whole(() => database.list('projects', query)))
      }
    },
  },
  'ab.content-type': {
    text: 'The two stores send all bodies, including those of errors, with Content-Type application/json.',
    needs: ['kv.writer', 'kv.reader', 'store.writer', 'store.reader'],
    async check({ kv, store }, key, other) {
      const answers = [...(await allKinds(kv, key)), ...(await allKinds(store, other))]
      for (const answer of [...answers, await store.list(), await kv.list({})]) expectJsonType(answer)
    },
  },
  'db.content-type': {
    service: 'documents',
    text: 'The database sends all bodies, including those of errors, with Content-Type application/json.',
    async check({ database }) {
      expectJsonType(await database.list('documents', 'limit=1'))
      expectJsonType(await database.list('projects', 'limit=1'))
      expectJsonType(await database.list('projects', 'limit=none'))
      expectJsonType(await database.list('documents', 'limit=1', {}))
    },
  },
  'ab.error.not-ok': {
    section: 'Endpoints',
    text: 'Only successes have ok set to true. No error of the two stores has it.',
    needs: ['kv.reader', 'store.reader'],
    async check({ kv, store, newKey }) {
      for (const entries of [kv, store]) {
        const key = newKey()
        for (const answer of [await entries.get(key), await entries.get(key, {})]) {
          expectRefusal(answer)
          const ok = answer.text === '' ? undefined : okIn(answer)
          expectThat(ok !== true, 'no ok: true', 'ok: true', answer)
        }
      }
    },
  },
  ...each(['kv', 'config'] as const, (side) => ({
    [`${side}.error.no-quota-code`]: {
      section: 'Errors AB',
      service: side,
      text: `In the ${STORE_NAMES[side]}, a 400, 401 or 404, or a 403 due to scope, never has the code of a quota.`,
      needs: side === 'kv' ? ['kv.reader', 'kv.read'] : ['store.reader', 'store.read', 'store.writer'],
      async check(session) {
        const quotas = ['monthly_quota_exceeded', 'namespace_storage_quota_exceeded']
        for (const answer of await plainErrors(session, side)) {
          const found = answer.text === '' ? [] : stringsOf(read(answer).json)
          const code = found.find((text) => quotas.includes(text))
          expectThat(code === undefined, 'no code of a quota', `${code}`, answer)
        }
      },
    },
  })),
  ...each(['kv', 'config'] as const, (side) => ({
    [`${side}.error.no-code`]: {
      section: 'Errors AB',
      service: side,
      text: `In the ${STORE_NAMES[side]}, a 400, 401 or 404, or a 403 due to scope, has no code, since the contract specifies none.`,
      needs: side === 'kv' ? ['kv.reader', 'kv.read'] : ['store.reader', 'store.read', 'store.writer'],
      async check(session) {
        for (const answer of await plainErrors(session, side)) {
          const code = answer.text === '' ? undefined : codeIn(read(answer).json)
          expectThat(code === undefined, 'no code', `${code}`, answer)
        }
      },
    },
  })),
})
