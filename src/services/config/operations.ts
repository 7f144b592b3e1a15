import { formatInstant } from '../../core/instants.js'
import { minify, objectText } from '../../core/json/json-text.js'
import { Refusal } from '../../core/refusal.js'
import { type Reply, reply } from '../../domain/requests/reply.js'
import { assertValueSize, type ObjectBody, readKey, readObject, textsOf } from '../../request/body.js'
import type { NamedInRequest, OperationCall } from '../../request/call.js'
import { resourceByKey } from '../../request/gates.js'
import { ENTRY, REQUEST } from '../../request/service.js'
import { deleted, deletedText, okText, putStatus, refuseUnshown } from '../keyed.js'
import type { OperationsOf } from '../operation.js'
import { CONFIG } from './contents.js'
import { type ConfigEntry, type Store, updateOf } from './store.js'

/**
 * Also counts the request.
 *
 * @throws Refusal
 */
function storeByKey(call: OperationCall): Store {
  const store = resourceByKey(call, call.world.state.of(CONFIG).resources, 'config store')
  call.decision.countedBy = store.id
  return store
}

/** See docs/CONTRACT.md B-14. */
function put(call: OperationCall): Reply {
  const store = storeByKey(call)
  const key = readKey(call)
  const body = readObject(call)
  for (const name in body.members) if (name !== 'value') refuseUnshown(name, call.gaps, 'config')
  const text = readValue(body)
  assertValueSize(text, call)
  const isNew = !store.entries.has(key)
  const entry = store.put({ key, text, updatedAt: call.request.at, updatedIsOffset: false })
  return reply(
    putStatus(call.gaps.decide('config.putStatus'), isNew),
    okText('key', JSON.stringify(key), 'updatedAt', updatedAt(entry, call.world.state.origin)),
  )
}

function get(call: OperationCall): Reply {
  const store = storeByKey(call)
  const key = readKey(call)
  const entry = store.entries.get(key)
  if (entry === undefined) throw absent(call, store.id, key)
  return reply(200, okText(...members(entry, call.world.state.origin)))
}

/** Returns all entries at once, so that clients can load their configuration at startup. */
function list(call: OperationCall): Reply {
  const { entries } = storeByKey(call)
  const { state, heap } = call.world
  const configs = heap.listText(entries.values(), (entry) => objectText(members(entry, state.origin)))
  return reply(200, `{"ok":true,"configs":${configs}}`)
}

function remove(call: OperationCall): Reply {
  const store = storeByKey(call)
  const key = readKey(call)
  const isDeleted = store.delete(key, { deletedBy: { request: call.request.id } }, call.world.tombstones)
  if (!isDeleted && call.gaps.decide('config.deleteMissing') === 404) throw absent(call, store.id, key)
  return deleted(key, call.gaps, 'config')
}

function absent({ decision, world }: OperationCall, storeId: string, key: string): Refusal {
  decision.absence = world.tombstones.find(storeId, key)
  return new Refusal('entry_missing', 'the key is missing')
}

function members(entry: ConfigEntry, origin: number): string[] {
  return ['key', JSON.stringify(entry.key), 'value', entry.text, 'updatedAt', updatedAt(entry, origin)]
}

function updatedAt(entry: ConfigEntry, origin: number): string {
  return `"${formatInstant(updateOf(entry, origin))}"`
}

/** Accepts any JSON value other than null (docs/CONTRACT.md B-9). */
function readValue(body: ObjectBody): string {
  const [text] = textsOf(body, ['value'])
  if (text === undefined || text === 'null') {
    const found = text === undefined ? 'is missing' : 'is null'
    throw new Refusal(
      'body_invalid',
      `the member value ${found}: an object, array, string, number or boolean is needed`,
    )
  }
  return minify(text)
}

const emptyEntry = ({ key = '', request }: NamedInRequest, ...value: readonly string[]) =>
  okText('key', JSON.stringify(key), ...value, 'updatedAt', `"${formatInstant(request.at)}"`)

export const configOperations: OperationsOf<'config'> = {
  'config.put': { run: put, gates: [REQUEST], emptySuccess: (named) => emptyEntry(named) },
  'config.get': {
    run: get,
    gates: [REQUEST, ENTRY],
    emptySuccess: (named) => emptyEntry(named, 'value', '{}'),
  },
  'config.list': { run: list, gates: [], emptySuccess: () => okText('configs', '[]') },
  'config.delete': {
    run: remove,
    gates: [REQUEST, ENTRY],
    emptySuccess: ({ key }, gaps) => deletedText(key, gaps, 'config'),
  },
}
