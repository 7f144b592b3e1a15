import { exportSeed } from '../../seed/export.js'
import { type AdminRoute, ok } from '../call.js'
import { readSeed, seedReply } from './seed.js'

export const stateRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/state',
    help: 'The present state as a seed that gives it back, as JSON or (?format=yaml, or Accept) as YAML',
    handle(call) {
      const { seeds, world } = call.context
      return seedReply(exportSeed(world, seeds.usualProfile), call)
    },
  },
  {
    method: 'PUT',
    path: '/state',
    help: 'Put the state of this seed (YAML or JSON) in place of the present one; a reset still goes back to the seed',
    async handle(call) {
      const { seeds, world } = call.context
      await seeds.replaceState(readSeed(call, 'the state'), world)
      return ok({ status: 'ok' })
    },
  },
  {
    method: 'PATCH',
    path: '/state',
    help: 'Merge this seed into the present state: what has an id joins what is there; relative times count from now',
    async handle(call) {
      const { seeds, world } = call.context
      await seeds.mergeState(readSeed(call, 'the state'), world)
      return ok({ status: 'ok' })
    },
  },
]
