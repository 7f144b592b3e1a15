import { both, object, oneOf, parameter, ref, type TypeOf, typed } from '../../contract/json-schema.js'
import { Refusal } from '../../core/refusal.js'
import { defaultProfile } from '../../domain/profile/profile.js'
import { momentOf } from '../../history/point.js'
import { worldAt } from '../../history/replay.js'
import { exportSeed } from '../../seed/export.js'
import type { Seed, SeedDocument } from '../../seed/schema/schema.js'
import { seedText } from '../../seed/stringify.js'
import { problemAt } from '../../seed/text/places.js'
import { SeedProblems } from '../../seed/text/problems.js'
import type { WorldContext } from '../../worlds/context.js'
import { type AdminReply, type CallInput, call, replyingCall } from '../call.js'
import { contents, contentsOf } from '../contents.js'
import { changesOf, changesSchema, dryRunQuery, isDryRun } from '../dry-run.js'
import { countReader, pointReader, readParameters, word } from '../query.js'
import { readSeedText, readWholeSeed } from '../seed-text.js'
import { point } from './history/point.js'

/** Characters of a beginning: a longer text is not one. */
const PREVIEW_MAX = 100_000

const query = {
  preview: parameter(
    'The first characters only, as plain text to look at.',
    typed<number>({ type: 'integer', minimum: 1, maximum: PREVIEW_MAX }),
    20_000,
  ),
  format: parameter('Wins over the Accept header; json unless either says.', oneOf('json', 'yaml'), 'json'),
}

const pastQuery = {
  ...query,
  at: point('The state of that moment; left out, now'),
}

const seed = {
  schema: ref('Seed'),
  example: {
    version: 1,
    stores: [{ id: 'ec_web_89daefd4', entries: [{ key: 'banner', value: { text: 'hello' } }] }],
  },
  isYaml: true,
}

const imported = {
  schema: both(contents.schema, object({}, { changes: changesSchema })),
  example: contents.example,
}

type Imported = TypeOf<typeof imported.schema>

const body = { ...seed, isNeeded: true, read: readSeedText }

/** The calls on the seed, and on the state as a seed. */
export const seedCalls = [
  replyingCall({
    method: 'GET',
    path: '/seed',
    help: 'The seed that a reset goes back to, as JSON or (?format=yaml, or Accept) as YAML; ?preview=20000 gives its first characters',
    tag: 'Seed and state',
    query,
    answer: seed,
    async handle({ context, query: asked, accept }) {
      const given = readParameters(asked, { format: formatReader, preview: previewReader })
      return seedReply(context.seeds.view(context.world.heap), given, accept)
    },
  }),
  call({
    method: 'PUT',
    path: '/seed',
    help: 'Make this the seed (YAML or JSON) and reset to it; ?dryRun=true reports what that would change',
    tag: 'Seed and state',
    changes: 'state',
    addsContents: true,
    query: dryRunQuery,
    body,
    answer: imported,
    refusals: ['invalid_seed'],
    handle: (input) => importing(input, 'replace', 'the seed'),
  }),
  replyingCall({
    method: 'GET',
    path: '/state',
    help: 'The present state as a seed that gives it back, as JSON or (?format=yaml, or Accept) as YAML; ?at=r41 (or after:r41, an instant, start) gives the state of that moment, ?preview=20000 its first characters',
    tag: 'Seed and state',
    query: pastQuery,
    answer: seed,
    refusals: ['not_found', 'too_old', 'too_large'],
    async handle({ context, world: present, past, query: asked, accept }) {
      const known = { format: formatReader, preview: previewReader, at: pointReader }
      const { at, ...given } = readParameters(asked, known)
      const world = at === undefined ? present : await worldAt(past, momentOf(at, present))
      const view = exportSeed(world, { usual: context.seeds.usualProfile, heap: present.heap })
      return seedReply(view, given, accept)
    },
  }),
  call({
    method: 'PUT',
    path: '/state',
    help: 'Put the state of this seed (YAML or JSON) in place of the present one; a reset still goes back to the seed; ?dryRun=true reports what that would change',
    tag: 'Seed and state',
    changes: 'state',
    addsContents: true,
    query: dryRunQuery,
    body,
    answer: imported,
    refusals: ['invalid_seed'],
    handle: (input) => importing(input, 'replaceState', 'the state'),
  }),
  call({
    method: 'PATCH',
    path: '/state',
    help: 'Merge this seed into the present state: what has an id joins what is there; relative times count from now; ?dryRun=true reports what that would change',
    tag: 'Seed and state',
    changes: 'state',
    addsContents: true,
    query: dryRunQuery,
    body,
    answer: imported,
    refusals: ['invalid_seed'],
    handle: (input) => importing(input, 'mergeState', 'the state'),
  }),
]

/**
 * Takes a seed, or reports what that would change.
 *
 * @param name of the seed in its problems
 */
async function importing(
  input: CallInput<never, string>,
  take: 'replace' | 'replaceState' | 'mergeState',
  name: string,
): Promise<Imported> {
  const { world, context, query } = input
  const read = () => readSeed(input, name)
  if (!isDryRun(query)) {
    await context.seeds[take](read, world, input.change)
    return contentsOf(world)
  }
  const changes = await changesOf(world, (aside) => context.seeds.again()[take](read, aside))
  return { ...contentsOf(world), changes }
}

/** What these calls read. */
type SeedInput = Pick<CallInput, 'world' | 'context' | 'isSaidToBeJson'> & {
  readonly body: () => Promise<string>
}

/**
 * Reads a seed, called `name` in its problems.
 *
 * @throws SeedProblems
 */
async function readSeed(input: SeedInput, name: string): Promise<SeedDocument> {
  const { body, context, isSaidToBeJson } = input
  const source = { name, text: await body(), isSaidToBeJson }
  const document = await readWholeSeed(source)
  assertKeyFile(document, context)
  return document
}

/**
 * Checks that the key file that a seed names is there: without it, tokens would be refused with no word on why.
 *
 * @throws SeedProblems
 */
export function assertKeyFile(document: SeedDocument, { signatures }: WorldContext): void {
  const jwksFile = document.data.profile?.auth?.jwksFile
  // Anything but text is refused later, with the profile.
  if (typeof jwksFile !== 'string') return
  try {
    signatures.assertReadable({ ...defaultProfile.auth, jwksFile })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const path = ['profile', 'auth', 'jwksFile']
    const problem = { path, message: error.reason, hint: error.details.hint }
    throw new SeedProblems([problemAt(document, problem)])
  }
}

const formatReader = word('json', 'yaml')

const previewReader = countReader(PREVIEW_MAX)

/** How a request asks for a seed. */
interface SeedQuery {
  readonly format?: 'json' | 'yaml'
  readonly preview?: number
}

/** A seed in the format that the request asks for; JSON unless it or its Accept header says otherwise. */
function seedReply(data: Seed, { format: asked, preview }: SeedQuery, accept: string): AdminReply {
  const format = asked ?? (accept.includes('yaml') ? 'yaml' : 'json')
  const body = seedText(data, format)
  if (preview === undefined) return { status: 200, body, type: `application/${format}` }
  return { status: 200, body: body.slice(0, preview), type: 'text/plain; charset=utf-8' }
}
