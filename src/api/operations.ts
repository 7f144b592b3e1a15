import type { OperationId } from '../contract/operations.js'
import * as config from './config.js'
import type { OperationCall } from './context.js'
import * as database from './database.js'
import * as kv from './kv.js'
import type { Reply } from './message.js'

/**
 * The function that runs each operation, on plain values. It is synchronous, so that no other request comes between check
 * and commit.
 */
export const handlers: Readonly<Record<OperationId, (call: OperationCall) => Reply>> = {
  'kv.put': kv.put,
  'kv.get': kv.get,
  'kv.list': kv.list,
  'kv.delete': kv.remove,
  'usage.get': kv.usage,
  'config.put': config.put,
  'config.get': config.get,
  'config.list': config.list,
  'config.delete': config.remove,
  'documents.list': (call) => database.list(call, 'documents'),
  'documents.create': (call) => database.create(call, 'documents'),
  'documents.get': (call) => database.get(call, 'documents'),
  'projects.list': (call) => database.list(call, 'projects'),
  'projects.create': (call) => database.create(call, 'projects'),
}
