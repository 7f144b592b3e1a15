/** The services have different addresses, credentials and error formats. */
export const serviceNames = ['kv', 'config', 'documents'] as const
export type ServiceName = (typeof serviceNames)[number]

/** The only service that has its own base address. */
export const DATABASE_SERVICE: ServiceName = 'documents'

/** Paths that belong to no service get this one's errors, unless they were requested at the database's address. */
export const MAIN_SERVICE: ServiceName = 'kv'

/** Routing, the journal, fault matching, explanations and OpenAPI are all derived from it. */
export interface Operation {
  /** E.g. "kv.put". */
  readonly id: string
  readonly service: string
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Users' own services use 'none' and check credentials themselves. */
  readonly credential: 'scoped-key' | 'bearer' | 'database-key' | 'none'
  /** Also accepts a scoped key, if the profile allows that (docs/gaps.md N-13). */
  readonly orScopedKey?: boolean
  /** For scoped keys. An admin key always works. */
  readonly scope?: 'read' | 'write'
  /** The monthly counter that the operation increments. */
  readonly counts?: 'reads' | 'writes' | 'deletes' | 'lists'
  readonly query?: readonly string[]
  /** An example body, as JSON text. Operations without one don't take a body. */
  readonly body?: string
  readonly summary: string
}

/** The contract's fourteen operations (docs/CONTRACT.md A-25 to A-29, B-14 to B-17 and C-12 to C-16). */
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
    query: ['limit', 'next'],
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
    query: ['limit', 'next'],
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

export type OperationRow = (typeof operations)[number]

export type OperationId = OperationRow['id']

/** For example "kv.*" or "*.list". */
type OperationGroup =
  | `${OperationId extends `${infer Service}.${string}` ? Service : never}.*`
  | `*.${OperationId extends `${string}.${infer Kind}` ? Kind : never}`

/**
 * An operation id or a glob, e.g. "kv.put", "kv.*" or "*.list". Editors complete the ids and the usual globs.
 *
 * @example
 * const operation: OperationGlob = 'documents.*'
 */
// Without `& {}`, the union would collapse to `string` and editors couldn't complete it.
export type OperationGlob = OperationId | OperationGroup | (string & {})

export type OperationIdOf<Name extends ServiceName> = Extract<OperationRow, { service: Name }>['id']

/** Services silently ignore parameters that the contract doesn't define. */
export function unknownParameters(id: string | null, target: string): readonly string[] {
  const operation: Operation | undefined = operations.find((one) => one.id === id)
  const [, query] = target.split('?', 2)
  if (operation === undefined || query === undefined) return []
  return [...new Set(new URLSearchParams(query).keys())].filter((name) => !operation.query?.includes(name))
}
