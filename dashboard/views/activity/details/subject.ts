import type { RequestDetails } from '../../../../src/admin/request-json.js'
import { type Operation, type OperationRow, operations } from '../../../../src/contract/operations.js'

export interface RequestSubject {
  readonly operation: Operation
  readonly area: 'namespaces' | 'stores' | 'database'
  /** Id of the namespace, store or record. Empty if there isn't one. */
  readonly holder: string
  /** Empty if there isn't one. */
  readonly key: string
}

const AREAS = { kv: 'namespaces', config: 'stores', documents: 'database' } as const

/** Undefined if the contract has no such operation. */
export function subjectOf({
  operation: id,
  path,
}: Pick<RequestDetails, 'operation' | 'path'>): RequestSubject | undefined {
  const operation: OperationRow | undefined = operations.find((one) => one.id === id)
  if (operation === undefined) return undefined
  const places = operation.path.split('/')
  const given = path.split('/')
  const [holder = '', key = ''] = given.filter((_, index) => places[index]?.startsWith('{')).map(decoded)
  return { operation, area: AREAS[operation.service], holder, key }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
