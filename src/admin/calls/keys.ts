import * as v from 'valibot'
import { Refusal } from '../../core/refusal.js'
import type { ScopedKey } from '../../domain/credentials.js'
import { mapping } from '../../seed/schema/fields.js'
import { scopedKey } from '../../seed/schema/schema.js'
import { readPart } from '../body.js'
import { type AdminCall, type AdminRoute, created, NO_CONTENT } from '../call.js'
import { scopedKeyText } from '../ids.js'

/** The body of a POST of keys. */
export const keyBody = mapping('a key', {
  scope: scopedKey.entries.scope,
  key: v.exactOptional(scopedKey.entries.key),
})

/**
 * The calls on the keys of namespaces or stores.
 *
 * @param base '/namespaces' or '/stores'
 * @param find the namespace or store that a call names; refuses where there is none
 */
export function keyRoutes(base: string, find: (call: AdminCall) => { readonly id: string }): AdminRoute[] {
  return [
    {
      method: 'POST',
      path: `${base}/:id/keys`,
      help: 'Generate a key: {"scope": "read" | "write" | "admin"}; "key" gives its text',
      handle(call) {
        const { id } = find(call)
        const { scope, key } = readPart(call, keyBody)
        const { world } = call.context
        const { state } = world
        if (key !== undefined) refuseTaken(key, state.scopedKeys.get(key))
        return created(shownKey(state.addKey(key ?? scopedKeyText(scope, world), id, scope)))
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:id/keys/:key`,
      help: 'Revoke a key: what is sent with it is refused from now on',
      handle(call) {
        const { id } = find(call)
        const { state } = call.context.world
        const held = state.scopedKeys.get(call.params.key ?? '')
        if (held?.resourceId !== id) throw noKey(call, id, held)
        state.scopedKeys.delete(held.key)
        return NO_CONTENT
      },
    },
  ]

  function noKey({ params }: AdminCall, id: string, held: ScopedKey | undefined): Refusal {
    const hint =
      held === undefined
        ? `GET /_admin${base}/${id} shows its keys`
        : `it belongs to ${held.resourceId}: delete it there`
    return new Refusal('not_found', `${id} has no key ${params.key}`, { hint })
  }
}

export function shownKey({ key, scope }: ScopedKey) {
  return { key, scope }
}

/** The keys of all namespaces and stores, by the id of what they open. */
export function keysByResource(keys: Iterable<ScopedKey>): ReadonlyMap<string, readonly ScopedKey[]> {
  const groups = new Map<string, ScopedKey[]>()
  for (const key of keys) {
    const group = groups.get(key.resourceId)
    if (group === undefined) groups.set(key.resourceId, [key])
    else group.push(key)
  }
  return groups
}

/** A key works for one namespace or store only (contract, Authentication 3). */
function refuseTaken(key: string, holder: ScopedKey | undefined): void {
  if (holder === undefined) return
  const hint = 'leave "key" out, and its text is generated'
  throw new Refusal('conflict', `the key ${key} is in use by ${holder.resourceId}`, { hint })
}
