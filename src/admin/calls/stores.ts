import * as v from 'valibot'
import { Refusal } from '../../core/refusal.js'
import type { Store } from '../../domain/config.js'
import type { ScopedKey } from '../../domain/credentials.js'
import { LOCAL_USER } from '../../identity/provider.js'
import { mapping } from '../../seed/schema/fields.js'
import { owner } from '../../seed/schema/schema.js'
import { readPart } from '../body.js'
import { type AdminCall, type AdminRoute, created, NO_CONTENT, ok } from '../call.js'
import { resourceName, storeId } from '../ids.js'
import { keyRoutes, keysByResource, shownKey } from './keys.js'

/** The body of POST /stores. */
export const newStore = mapping('a store', { name: resourceName, owner: v.exactOptional(owner) })
/** The body of PATCH /stores/{id}. */
export const storeChanges = mapping('the changes of a store', { owner: v.exactOptional(owner) })

export const storeRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/stores',
    help: 'All config stores: owner, keys, number of entries',
    handle({ context: { world } }) {
      const { stores, scopedKeys } = world.state
      const keys = keysByResource(scopedKeys.values())
      return ok({ stores: [...stores.values()].map((store) => shown(store, keys.get(store.id) ?? [])) })
    },
  },
  {
    method: 'POST',
    path: '/stores',
    help: 'Create a config store: {"name": "web", "owner": "user_local"}; its id is generated',
    handle(call) {
      const { name, owner = LOCAL_USER } = readPart(call, newStore)
      const { world } = call.context
      return created(shown(world.state.addStore(storeId(name, world), owner), []))
    },
  },
  {
    method: 'GET',
    path: '/stores/:id',
    help: 'One config store',
    handle: (call) => ok(shownWhole(findStore(call), call)),
  },
  {
    method: 'PATCH',
    path: '/stores/:id',
    help: 'Change its owner: {"owner": "user_alice"}',
    handle(call) {
      const store = findStore(call)
      const changes = readPart(call, storeChanges)
      if (changes.owner !== undefined) store.transferTo(changes.owner)
      return ok(shownWhole(store, call))
    },
  },
  {
    method: 'DELETE',
    path: '/stores/:id',
    help: 'Remove a config store with its entries and keys',
    handle(call) {
      call.context.world.state.removeResource(findStore(call).id)
      return NO_CONTENT
    },
  },
  ...keyRoutes('/stores', findStore),
]

/**
 * The config store that a call names, safe to write to.
 *
 * @throws Refusal not_found
 */
export function findStore({ context, params }: AdminCall): Store {
  const store = context.world.state.store(params.id ?? '')
  if (store !== undefined) return store
  const hint = 'GET /_admin/stores lists them, and POST creates one'
  throw new Refusal('not_found', `there is no store ${params.id}`, { hint })
}

function shownWhole(store: Store, { context }: AdminCall) {
  return shown(store, context.world.state.keysOf(store.id))
}

/** Fields are called as in a seed, and the id also as in the contract. */
function shown({ id, owner, entries }: Store, keys: readonly ScopedKey[]) {
  return { id, storeId: id, owner, keys: keys.map(shownKey), entries: { live: entries.size } }
}
