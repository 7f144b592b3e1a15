import { Refusal } from '../../core/refusal.js'
import { defaultProfile } from '../../domain/profile/profile.js'
import { parseSeeds } from '../../seed/parse.js'
import type { Seed, SeedDocument } from '../../seed/schema/schema.js'
import { stringifySeed } from '../../seed/stringify.js'
import { problemAt } from '../../seed/text/places.js'
import { SeedProblems } from '../../seed/text/problems.js'
import { type AdminCall, type AdminReply, type AdminRoute, ok } from '../call.js'
import { readSeedText } from '../input.js'

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
      await seeds.replace(readSeed(call, 'the seed'), world)
      return ok({ status: 'ok' })
    },
  },
]

/**
 * The seed in the body of a call, called `name` where something is wrong with it. A key file that it names must be
 * there: without one, tokens would be refused with no word on why.
 *
 * @throws SeedProblems; Refusal invalid_request where there is no body
 */
export function readSeed(call: AdminCall, name: string): SeedDocument {
  const document = parseSeeds([{ name, text: readSeedText(call) }])
  const jwksFile = document.data.profile?.auth?.jwksFile
  // What is no path is for the profile to refuse.
  if (typeof jwksFile !== 'string') return document
  try {
    call.context.signatures.providerKeys({ ...defaultProfile.auth, jwksFile })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new SeedProblems([problemAt(document.data, ['profile', 'auth', 'jwksFile'], error.reason)])
  }
  return document
}

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
