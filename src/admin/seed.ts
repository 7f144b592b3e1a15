import { parseSeeds } from '../seed/parse.js'
import { type AdminReply, type AdminRoute, ok } from './route.js'

export const seedRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/seed',
    help: 'The seed that a reset goes back to, as JSON or (?format=yaml, or Accept) as YAML',
    handle: ({ context, query, accept }) =>
      seedReply(context.seeds.document.data, query.get('format'), accept),
  },
  {
    method: 'PUT',
    path: '/seed',
    help: 'Make this the seed (YAML or JSON) and reset to it',
    async handle({ context, text }) {
      await context.seeds.replace(parseSeeds([{ name: 'seed', text }]), context.world)
      return ok({ status: 'ok' })
    },
  },
]

async function seedReply(seed: object, format: string | null, accept: string): Promise<AdminReply> {
  if (format !== 'yaml' && !(format === null && accept.includes('yaml'))) return ok(seed)
  const { stringify } = await import('yaml')
  return { status: 200, body: stringify(seed), type: 'application/yaml' }
}
