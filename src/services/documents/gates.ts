import type { OperationCall } from '../../api/context.js'
import { credentialIn } from '../../api/gates.js'
import { unknownKey } from '../../domain/credentials.js'
import { DATABASE } from '../../domain/decision-facts.js'
import type { DatabaseKey } from './collection.js'
import { DOCUMENTS } from './contents.js'

/** The database key of the call, its request counted against the rate limit. @throws Refusal */
export function databaseKey(call: OperationCall): DatabaseKey {
  const { world, now, decision } = call
  const { databaseKeys, rateLimit, rateWindows } = world.state.of(DOCUMENTS)
  const sent = credentialIn(call, 'x-api-key')
  const key = databaseKeys.get(sent)
  if (key === undefined) throw unknownKey('list-database-keys', world.state.scopedKeys.get(sent))
  if (rateLimit !== undefined) {
    const isFrozen = world.clock.mode === 'frozen'
    const kind = call.gaps.get('database.rateWindow')
    rateWindows.take(key.key, { limit: rateLimit, now, isFrozen, kind }, decision)
  }
  decision.countedBy = DATABASE
  return key
}
