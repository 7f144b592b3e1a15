import * as v from 'valibot'
import { Refusal } from '../../core/refusal.js'
import { type AdminCall, type AdminContext, type AdminRoute, created, NO_CONTENT, ok } from '../call.js'
import { readBody } from '../input.js'

/** The body of POST /worlds. */
export const worldBody = v.strictObject({
  id: v.optional(
    v.pipe(v.string('must be text'), v.regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ and -')),
  ),
  from: v.optional(v.pipe(v.string('must be text'), v.nonEmpty('must not be empty')), 'seed'),
})

export const worldRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/worlds',
    help: 'The worlds beside the default one',
    handle: (call) => ok({ worlds: call.context.worlds.list().map((context) => shown(context, call)) }),
  },
  {
    method: 'POST',
    path: '/worlds',
    help: 'A complete, isolated emulator under /_worlds/{id}: {"id": "w1", "from": "seed" or "current" or the name of a snapshot}',
    handle(call) {
      const { id, from } = readBody(call, worldBody)
      return created(shown(call.context.worlds.create(call.context, from, id), call))
    },
  },
  {
    method: 'DELETE',
    path: '/worlds/:id',
    help: 'Let go of a world; its id is not used again',
    handle({ context, params }) {
      const id = params.id ?? ''
      if (context.worlds.remove(id)) return NO_CONTENT
      throw new Refusal('not_found', `there is no world ${id}`, { hint: 'GET /_admin/worlds lists them' })
    },
  },
]

/** Its addresses, as the client that asked reaches the emulator. */
function shown({ world: { id } }: AdminContext, { origin, context }: AdminCall): object {
  const path = `/_worlds/${id}`
  const { databaseUrl } = context
  return {
    id,
    baseUrl: origin + path,
    dbBaseUrl: (databaseUrl() ?? origin) + path,
    adminUrl: `${origin}${path}/_admin`,
  }
}
