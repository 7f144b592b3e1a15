import type { Scope } from '../../../src/contract/values.js'
/** Statements on scopes: what a read, a write and an admin key may do in the key-value store and in the config store, and 403 for the rest. */

import { expectStatus, expectSuccess, expectValue } from '../../check.js'
import type { HttpExchange } from '../../http-client.js'
import type { Entries, Session } from '../../session.js'
import type { Need } from '../../subject.js'
import { type Statement, statement } from '../statement.js'

type Operation = 'get' | 'list' | 'put' | 'delete'

/** The scope table (docs/CONTRACT.md K-6). */
const MAY: Readonly<Record<Scope, readonly Operation[]>> = {
  read: ['get', 'list'],
  write: ['put', 'delete'],
  admin: ['put', 'get', 'list', 'delete'],
}

/** Lists of the key-value store are left out: they take a bearer token, and what a scoped key gets there is not shown. */
const AREAS = [
  { area: 'kv', group: 'namespace', side: 'kv', operations: ['get', 'put', 'delete'] },
  { area: 'config', group: 'store', side: 'config', operations: ['get', 'list', 'put', 'delete'] },
] as const satisfies readonly {
  area: string
  group: string
  side: 'kv' | 'config'
  operations: readonly Operation[]
}[]

/** Does the operation with the key of this scope; what it reads or removes was put there with a writing key. */
async function operate(session: Session, entries: Entries, scope: Scope, operation: Operation) {
  const credential = entries.as(scope)
  const body = { value: 'kept', ttlSeconds: 600 }
  const key = session.newKey()
  const act = (): Promise<HttpExchange> => {
    if (operation === 'put') return entries.put(key, { ...body, value: 'by the key under trial' }, credential)
    return operation === 'list' ? entries.list(credential) : entries[operation](key, credential)
  }
  expectSuccess(await entries.put(key, body))
  return { answer: await act(), key }
}

/** Two statements on a scope: the operations that it allows, and those that it refuses (none for admin). */
function statementsOf({ area, group, side, operations }: (typeof AREAS)[number], scope: Scope) {
  const entriesOf = (session: Session): Entries => (area === 'kv' ? session.kv : session.store)
  const needs: readonly Need[] =
    area === 'kv' ? [`kv.${scope}`, 'kv.writer'] : [`store.${scope}`, 'store.writer']
  const allowed = operations.filter((operation) => MAY[scope].includes(operation))
  const refused = operations.filter((operation) => !MAY[scope].includes(operation))
  const may = statement({
    id: `${area}.scope.${scope}.may`,
    section: 'Authentication AB.2',
    text: `For a ${group}, a key of ${scope} scope may ${allowed.join(', ')}.`,
    interface: side,
    needs,
    async check(session) {
      for (const operation of allowed) {
        const { answer } = await operate(session, entriesOf(session), scope, operation)
        expectSuccess(answer)
      }
    },
  })
  const mayNot = statement({
    id: `${area}.scope.${scope}.may-not`,
    section: 'Authentication AB.7',
    text: `For a ${group}, a key of ${scope} scope may not ${refused.join(', ')}: 403, and nothing changes.`,
    interface: side,
    needs,
    async check(session) {
      const entries = entriesOf(session)
      for (const operation of refused) {
        const { answer, key } = await operate(session, entries, scope, operation)
        expectStatus(answer, 403)
        if (scope === 'read') expectValue(await entries.get(key, entries.as('read')), '"kept"')
      }
    },
  })
  return refused.length === 0 ? [may] : [may, mayNot]
}

export const scopeStatements: readonly Statement[] = AREAS.flatMap((area) =>
  (['read', 'write', 'admin'] as const).flatMap((scope) => statementsOf(area, scope)),
)
