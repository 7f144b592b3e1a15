import { Refusal } from '../core/refusal.js'
import { parseSeeds } from '../seed/parse.js'
import type { Seed } from '../seed/schema.js'
import { stringifySeed } from '../seed/stringify.js'
import { readSeedText } from './input.js'
import { type AdminCall, type AdminReply, type AdminRoute, ok } from './route.js'

export const seedRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/seed',
    help: 'The seed that a reset goes back to, as JSON or (?format=yaml, or Accept) as YAML',
    handle: (call) => seedReply(call.context.seeds.document.data, call),
  },
  {
    method: 'PUT',
    path: '/seed',
    help: 'Make this the seed (YAML or JSON) and reset to it',
    async handle(call) {
      const { seeds, world } = call.context
      await seeds.replace(parseSeeds([{ name: 'the seed', text: readSeedText(call) }]), world)
      return ok({ status: 'ok' })
    },
  },
]

/**
 * A seed in the format that the call asks for; JSON unless it says otherwise.
 *
 * @throws Refusal invalid_request for another format
 */
export function seedReply(seed: Seed, { query, accept }: AdminCall): AdminReply {
  const format = query.get('format') ?? (accept.includes('yaml') ? 'yaml' : 'json')
  if (format === 'json') return { status: 200, body: stringifySeed(seed, 'json'), type: 'application/json' }
  if (format === 'yaml') return { status: 200, body: stringifySeed(seed, 'yaml'), type: 'application/yaml' }
  throw new Refusal('invalid_request', `format is "${format}"; it can be json or yaml`)
}
