import * as v from 'valibot'
import { formatInstant } from '../../core/instants.js'
import type { Snapshot } from '../../domain/snapshots.js'
import { type AdminRoute, created, NO_CONTENT, ok } from '../call.js'
import { readBody } from '../input.js'

/** The body of POST /snapshots. */
export const snapshotBody = v.strictObject({
  name: v.optional(
    v.pipe(
      v.string('must be text'),
      v.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, ., _ and -'),
    ),
  ),
})

export const snapshotRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/snapshots',
    help: 'The snapshots of this world',
    handle: ({ context }) => ok({ snapshots: context.world.snapshots.list().map(shown) }),
  },
  {
    method: 'POST',
    path: '/snapshots',
    help: 'Keep all of the world but its journal: {"name": "before"}; one of that name is replaced',
    handle(call) {
      const { name } = readBody(call, snapshotBody)
      const { world } = call.context
      return created(shown(world.snapshots.take(world.capture(), name)))
    },
  },
  {
    method: 'POST',
    path: '/snapshots/:name/restore',
    help: 'Go back to a snapshot: the same requests get the same answers again',
    handle({ context: { world }, params }) {
      const snapshot = world.snapshots.get(params.name ?? '')
      world.restore(snapshot)
      return ok(shown(snapshot))
    },
  },
  {
    method: 'DELETE',
    path: '/snapshots/:name',
    help: 'Let go of a snapshot',
    handle({ context, params }) {
      context.world.snapshots.remove(params.name ?? '')
      return NO_CONTENT
    },
  },
]

const shown = ({ name, at }: Snapshot) => ({ name, at, atIso: formatInstant(at) })
