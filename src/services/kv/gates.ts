import type { OperationCall } from '../../api/context.js'
import { resourceByBearer, resourceByKey } from '../../api/gates.js'
import { Refusal } from '../../core/refusal.js'
import { KV } from './contents.js'
import type { KvContext } from './entries.js'
import type { Namespace } from './namespace.js'

/** The namespace that the call's scoped key opens. @throws Refusal */
export const namespaceByKey = (call: OperationCall): KvContext =>
  contextOf(call, resourceByKey(call, call.world.state.of(KV).resources, 'namespace'))

/** The namespace that the call's bearer owns. @throws Refusal */
export const namespaceByBearer = (call: OperationCall): KvContext =>
  contextOf(call, resourceByBearer(call, call.world.state.of(KV).resources, 'namespace'))

/**
 * The namespace whose keys are to be listed: by bearer, and, if the profile lets them, by scoped key
 * (docs/CONTRACT.md K-10, N-13).
 *
 * @throws Refusal
 */
export function namespaceForList(call: OperationCall): KvContext {
  const hasKeyAlone = call.token === undefined && call.request.header('x-kv-key') !== undefined
  if (!hasKeyAlone) return namespaceByBearer(call)
  const listWithScopedKey = call.gaps.get('kv.listWithScopedKey')
  if (listWithScopedKey !== 401) {
    const context = namespaceByKey(call)
    if (listWithScopedKey === 'allow') return context
  }
  throw new Refusal(
    'scoped_key_not_accepted',
    'keys are listed with Authorization: Bearer, not with an API key',
  )
}

function contextOf({ world, gaps, now, command, decision }: OperationCall, namespace: Namespace): KvContext {
  const { tombstones, state } = world
  return { namespace, gaps, now, origin: state.origin, command, decision, tombstones }
}
