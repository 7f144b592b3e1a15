import type { OperationId } from '../contract/operations.js'
import { configOperations } from './config/operations.js'
import { documentOperations } from './documents/operations.js'
import { kvOperations } from './kv/operations.js'
import type { ServiceOperation } from './operation.js'

/** What runs each operation of the three services. */
export const serviceOperations: Readonly<Record<OperationId, ServiceOperation>> = {
  ...kvOperations,
  ...configOperations,
  ...documentOperations,
}
