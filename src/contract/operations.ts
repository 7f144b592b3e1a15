/** Key-value store, config store, or document database: they differ in address, credential and error shape. */
export const serviceNames = ['kv', 'config', 'documents'] as const
export type ServiceName = (typeof serviceNames)[number]

/** An operation of a service: routing, the journal, fault matching, explain and OpenAPI are derived from it. */
export interface Operation {
  /** "kv.put" */
  readonly id: string
  /** The name of its service. */
  readonly service: string
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** A service of one's own asks for none: it checks its own. */
  readonly credential: 'scoped-key' | 'bearer' | 'database-key' | 'none'
  /** A scoped key may do too, as far as the profile lets it (docs/gaps.md N-13). */
  readonly orScopedKey?: boolean
  /** The scope that a scoped key needs, besides admin. */
  readonly scope?: 'read' | 'write'
  /** The monthly counter that it adds to. */
  readonly counts?: 'reads' | 'writes' | 'deletes' | 'lists'
  /** A body that it takes; operations without one take no body. */
  readonly body?: string
  readonly summary: string
}

/** The fourteen operations of the contract (docs/CONTRACT.md A-25 to A-29, B-14 to B-17 and C-12 to C-16). */
export const operations = [
  {
    id: 'kv.put',
    service: 'kv',
    method: 'PUT',
    path: '/v1/kv/{namespaceId}/{key}',
    credential: 'scoped-key',
    scope: 'write',
    counts: 'writes',
    body: '{"value": 1, "ttlSeconds": 60}',
    summary: 'Write a value with a time to live',
  },
  {
    id: 'kv.get',
    service: 'kv',
    method: 'GET',
    path: '/v1/kv/{namespaceId}/{key}',
    credential: 'scoped-key',
    scope: 'read',
    counts: 'reads',
    summary: 'Read a value',
  },
  {
    id: 'kv.list',
    service: 'kv',
    method: 'GET',
    path: '/v1/kv/{namespaceId}',
    credential: 'bearer',
    orScopedKey: true,
    scope: 'read',
    counts: 'lists',
    summary: 'List the keys of a namespace',
  },
  {
    id: 'kv.delete',
    service: 'kv',
    method: 'DELETE',
    path: '/v1/kv/{namespaceId}/{key}',
    credential: 'scoped-key',
    scope: 'write',
    counts: 'deletes',
    summary: 'Delete a key',
  },
  {
    id: 'usage.get',
    service: 'kv',
    method: 'GET',
    path: '/v1/usage/{namespaceId}',
    credential: 'bearer',
    summary: "Report this month's usage of a namespace",
  },
  {
    id: 'config.put',
    service: 'config',
    method: 'PUT',
    path: '/v1/ec/{storeId}/{key}',
    credential: 'scoped-key',
    scope: 'write',
    body: '{"value": 1}',
    summary: 'Write a config entry',
  },
  {
    id: 'config.get',
    service: 'config',
    method: 'GET',
    path: '/v1/ec/{storeId}/{key}',
    credential: 'scoped-key',
    scope: 'read',
    summary: 'Read a config entry',
  },
  {
    id: 'config.list',
    service: 'config',
    method: 'GET',
    path: '/v1/ec/{storeId}',
    credential: 'scoped-key',
    scope: 'read',
    summary: 'Read all entries of a store',
  },
  {
    id: 'config.delete',
    service: 'config',
    method: 'DELETE',
    path: '/v1/ec/{storeId}/{key}',
    credential: 'scoped-key',
    scope: 'write',
    summary: 'Delete a config entry',
  },
  {
    id: 'documents.list',
    service: 'documents',
    method: 'GET',
    path: '/documents',
    credential: 'database-key',
    summary: 'List documents, a page at a time',
  },
  {
    id: 'documents.create',
    service: 'documents',
    method: 'POST',
    path: '/documents',
    credential: 'database-key',
    body: '{"title": "a"}',
    summary: 'Create a document',
  },
  {
    id: 'documents.get',
    service: 'documents',
    method: 'GET',
    path: '/documents/{documentId}',
    credential: 'database-key',
    summary: 'Read one document',
  },
  {
    id: 'projects.list',
    service: 'documents',
    method: 'GET',
    path: '/projects',
    credential: 'database-key',
    summary: 'List projects, a page at a time',
  },
  {
    id: 'projects.create',
    service: 'documents',
    method: 'POST',
    path: '/projects',
    credential: 'database-key',
    body: '{"name": "a"}',
    summary: 'Create a project',
  },
] as const satisfies readonly (Operation & { readonly service: ServiceName })[]

/** One row of the table, with its own values as its types. */
export type OperationRow = (typeof operations)[number]

/** The id of one of the fourteen operations, as journal, faults and the library name it. */
export type OperationId = OperationRow['id']

/** All of a service, or of a kind: "kv.*", "*.list". */
type OperationGroup =
  | `${OperationId extends `${infer Service}.${string}` ? Service : never}.*`
  | `*.${OperationId extends `${string}.${infer Kind}` ? Kind : never}`

/**
 * An operation, or a glob over operations: "kv.put", "kv.*", "*.list". Editors complete the ids and the usual globs.
 *
 * @example
 * const operation: OperationGlob = 'documents.*'
 */
// `& {}` keeps the compiler from taking string for all of it, and the editor from forgetting the rest.
export type OperationGlob = OperationId | OperationGroup | (string & {})

/** The ids of the operations of one service. */
export type OperationIdOf<Name extends ServiceName> = Extract<OperationRow, { service: Name }>['id']
