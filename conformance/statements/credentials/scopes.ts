import type { Scope } from '../../../src/contract/values.js'
import { expectStatus, expectSuccess, expectValue } from '../../check.js'
import type { HttpExchange } from '../../http-client.js'
import type { Entries, Session } from '../../session.js'
import type { Need } from '../../subject.js'
import { onBothSides, type Side } from '../sides.js'
import { each, type Statement, type StatementDraft, type StatementDrafts } from '../statement.js'

const OPERATIONS = ['get', 'list', 'put', 'delete'] as const
type Operation = (typeof OPERATIONS)[number]

const MAY: Readonly<Record<Scope, readonly Operation[]>> = {
  read: ['get', 'list'],
  write: ['put', 'delete'],
  admin: ['put', 'get', 'list', 'delete'],
}

const AND = new Intl.ListFormat('en-GB')
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Runs an operation with the key that has this scope. Creates the entry first, with a key that can write. */
async function operate(session: Session, entries: Entries, scope: Scope, operation: Operation) {
  const credential = entries.as(scope)
  const key = session.newKey()
  const act = (): Promise<HttpExchange> => {
    if (operation === 'put') return entries.set(key, 'by the key under trial', credential)
    return operation === 'list' ? entries.list(credential) : entries[operation](key, credential)
  }
  expectSuccess(await entries.set(key, 'kept'))
  return { answer: await act(), key }
}

/** Creates two statements per scope, for allowed and for refused operations. For admin, there's just the first. */
function draftsFor({ area, group, part, own }: Side, scope: Scope): StatementDrafts {
  // Leave out lists in the key-value store, since the contract doesn't say what a scoped key gets there.
  const operations = OPERATIONS.filter((operation) => area === 'config' || operation !== 'list')
  const allowed = operations.filter((operation) => MAY[scope].includes(operation))
  const refused = operations.filter((operation) => !MAY[scope].includes(operation))
  const needs: readonly Need[] = [`${part}.${scope}`, `${part}.writer`]
  const may: StatementDraft = {
    section: 'Authentication AB.2',
    text: `In a ${group}, a key with ${scope} scope may ${AND.format(allowed)}.`,
    needs,
    async check(session) {
      for (const operation of allowed) {
        expectSuccess((await operate(session, own(session), scope, operation)).answer)
      }
    },
  }
  const mayNot: StatementDraft = {
    section: 'Authentication AB.7',
    text: `In a ${group}, a key with ${scope} scope may not ${OR.format(refused)}. It gets a 403, and nothing changes.`,
    needs,
    async check(session) {
      const entries = own(session)
      for (const operation of refused) {
        const { answer, key } = await operate(session, entries, scope, operation)
        expectStatus(answer, 403)
        if (scope === 'read') expectValue(await entries.get(key, entries.as('read')), '"kept"')
      }
    },
  }
  const id = `${area}.scope.${scope}`
  return { [`${id}.may`]: may, ...(refused.length === 0 ? {} : { [`${id}.may-not`]: mayNot }) }
}

export const scopeStatements: readonly Statement[] = onBothSides('Authentication', (side) =>
  each(['read', 'write', 'admin'] as const, (scope) => draftsFor(side, scope)),
)
