import type { DatabaseKeyInfo } from '../../../../src/admin/calls/database-keys.js'
import type { StoreInfo } from '../../../../src/admin/calls/stores.js'
import type { Operation } from '../../../../src/contract/operations.js'
import type { Scope } from '../../../../src/contract/values.js'
import type { ToSend } from './to-send.js'

/** A credential that would pass the checks of an operation. */
export interface PassingCredential {
  readonly credential: string
  /** "admin key", "owner". */
  readonly about: string
  /** The headers with it in the place of what was sent. */
  readonly headers: (
    sent: ToSend['headers'],
    tokenOf: (sub: string) => Promise<string>,
  ) => Promise<ToSend['headers']>
}

/** Who may call an operation: those with a key of the holder, the owner of the holder, or those with a database key. */
interface Credentials {
  readonly holder?: Pick<StoreInfo, 'owner' | 'keys'>
  readonly databaseKeys?: readonly DatabaseKeyInfo[]
  /** The id of the record that the request named; '' if it named none. */
  readonly record?: string
  /** The credential that was refused. */
  readonly refused?: string | null
}

/** The credentials that would pass the checks of an operation; a narrow database key comes last. */
export const passing = (operation: Operation, credentials: Credentials): readonly PassingCredential[] =>
  opening(operation, credentials).filter(({ credential }) => credential !== credentials.refused)

function opening(
  { credential, scope }: Operation,
  { holder, databaseKeys = [], record = '' }: Credentials,
): readonly PassingCredential[] {
  switch (credential) {
    case 'scoped-key':
      return (holder?.keys ?? [])
        .filter((key) => opens(key.scope, scope))
        .map((key) => ({
          credential: key.key,
          about: `${key.scope} key`,
          headers: withHeader('X-KV-Key', key.key),
        }))
    case 'database-key':
      return databaseKeys
        .filter((key) => record === '' || sees(key, record))
        .toSorted((a, b) => Number(isNarrow(a)) - Number(isNarrow(b)))
        .map((key) => ({
          credential: key.key,
          about: isNarrow(key) ? 'database key, sees only some' : 'database key',
          headers: withHeader('X-API-Key', key.key),
        }))
    case 'bearer':
      return holder === undefined
        ? []
        : [{ credential: holder.owner, about: 'owner, by a new token', headers: withToken(holder.owner) }]
  }
}

const opens = (has: Scope, needed: Operation['scope']): boolean => has === 'admin' || has === needed

const isNarrow = ({ projects, documents }: DatabaseKeyInfo): boolean =>
  projects !== undefined || documents !== undefined

/** Whether a key surely sees a record: one that is limited to projects may not. */
const sees = (key: DatabaseKeyInfo, record: string): boolean =>
  !isNarrow(key) || (key.documents ?? []).some((id) => String(id) === record)

const CREDENTIAL_HEADER = /^(?:x-kv-key|x-api-key|authorization)$/i

const withHeader =
  (name: string, value: string): PassingCredential['headers'] =>
  async (sent) => [...sent.filter(([one]) => !CREDENTIAL_HEADER.test(one)), [name, value]]

const withToken =
  (owner: string): PassingCredential['headers'] =>
  async (sent, tokenOf) =>
    withHeader('Authorization', `Bearer ${await tokenOf(owner)}`)(sent, tokenOf)
