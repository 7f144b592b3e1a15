import * as v from 'valibot'
import { type AnswerOf, described, text, typed } from '../../contract/answer-schema.js'
import { nearestOfMany } from '../../core/nearest.js'
import { Refusal } from '../../core/refusal.js'
import { defaultProfile } from '../../domain/profile/profile.js'
import type { State } from '../../domain/state.js'
import { momentOf } from '../../history/point.js'
import { worldAt } from '../../history/replay.js'
import { exportSeed } from '../../seed/export.js'
import type { Seed, SeedDocument } from '../../seed/schema/schema.js'
import { seedText } from '../../seed/stringify.js'
import { problemAt } from '../../seed/text/positions.js'
import { SeedProblems } from '../../seed/text/problems.js'
import type { WorldContext } from '../../worlds/context.js'
import { type CallInput, call, OwnReply } from '../call.js'
import { contents, contentsOf } from '../contents.js'
import { changes, changesOf, dryRunQuery } from '../dry-run.js'
import { countUpTo, parameter, point, type QueryOf, word } from '../query.js'
import { readSeedText, readWholeSeed } from '../seed-text.js'

/** Characters of a beginning: a longer text is not one. */
const PREVIEW_MAX = 100_000

const query = {
  format: parameter('Wins over the Accept header; json unless either says.', word('json', 'yaml'), 'json'),
  preview: parameter('The first characters only, as plain text to look at.', countUpTo(PREVIEW_MAX), 20_000),
}

const seed = {
  schema: typed<object>({ $ref: '#/components/schemas/Seed' }),
  example: {
    version: 1,
    stores: [{ id: 'ec_web_89daefd4', entries: [{ key: 'banner', value: { text: 'hello' } }] }],
  },
  isYaml: true,
}

const imported = {
  schema: v.intersect([
    contents.schema,
    v.object({
      changes: v.exactOptional(changes),
      notes: v.exactOptional(
        described('New namespaces and stores whose ids are close to others.', v.array(text)),
      ),
    }),
  ]),
  example: contents.example,
}

type Imported = AnswerOf<typeof imported.schema>

const body = { ...seed, isNeeded: true, read: readSeedText }

/** The calls on the seed, and on the state as a seed. */
export const seedCalls = [
  call({
    method: 'GET',
    path: '/seed',
    summary: 'The seed that a reset goes back to, as JSON or (?format=yaml, or Accept) as YAML',
    details: '; ?preview=20000 gives its first characters',
    tag: 'Seed and state',
    query,
    answer: seed,
    handle: ({ context: { seeds, world }, query: asked, accept }) =>
      seedReply(seeds.view(world.heap), asked, accept),
  }),
  call({
    method: 'PUT',
    path: '/seed',
    summary: 'Make this the seed (YAML or JSON) and reset to it',
    details: '; ?dryRun=true reports what that would change',
    tag: 'Seed and state',
    changes: 'state',
    addsContents: true,
    query: dryRunQuery,
    body,
    answer: imported,
    refusals: ['invalid_seed'],
    handle: (input) => importing(input, 'replace', 'the seed'),
  }),
  call({
    method: 'GET',
    path: '/state',
    summary: 'The present state as a seed that gives it back, as JSON or (?format=yaml, or Accept) as YAML',
    details:
      '; ?at=r41 (or after:r41, an instant, start) gives the state of that moment, ?preview=20000 its first characters',
    tag: 'Seed and state',
    query: { ...query, at: point('The state of that moment; left out, now') },
    answer: seed,
    refusals: ['not_found', 'too_old', 'too_large'],
    async handle({ context, world: present, past, query: { at, ...given }, accept }) {
      const world = at === undefined ? present : await worldAt(past, momentOf(at, present))
      const view = exportSeed(world, context.seeds.services, {
        usual: context.seeds.usualProfile,
        heap: present.heap,
      })
      return seedReply(view, given, accept)
    },
  }),
  call({
    method: 'PUT',
    path: '/state',
    summary: 'Put the state of this seed (YAML or JSON) in place of the present one',
    details: '; a reset still goes back to the seed; ?dryRun=true reports what that would change',
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
    summary: 'Merge this seed into the present state',
    details:
      ': what has an id joins what is there; relative times count from now; ?dryRun=true reports what that would change',
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
  input: CallInput<never, QueryOf<typeof dryRunQuery>, string>,
  take: 'replace' | 'replaceState' | 'mergeState',
  name: string,
): Promise<Imported> {
  const { world, context, query } = input
  const read = () => readSeed(input, name)
  if (query.dryRun !== true) {
    const before = world.state
    await context.seeds[take](read, world, input.change)
    return { ...contentsOf(world), ...(take === 'mergeState' ? notesOn(before, world.state) : {}) }
  }
  let notes: ReturnType<typeof notesOn> = {}
  const found = await changesOf(world, async (aside) => {
    const before = aside.state
    await context.seeds.again()[take](read, aside)
    if (take === 'mergeState') notes = notesOn(before, aside.state)
  })
  return { ...contentsOf(world), changes: found, ...notes }
}

/** New ids beyond these were hardly typed by hand. */
const NOTED_MAX = 20

/** Ids such as ns_shop_1 and ns_shop_2 differ on purpose. */
const seriesOf = (id: string): string => id.replace(/(?:\d+|(?<=_).)$/, '')

/** Names the namespaces and stores that a merge has added where another one may have been meant. */
function notesOn(before: State, after: State): { readonly notes?: readonly string[] } {
  const listsOf = ({ contents: all }: State) =>
    Array.from(all.values()).flatMap(({ resources }) => resources ?? [])
  const notes = listsOf(after).flatMap(({ name, all }) => {
    const known = listsOf(before).find((list) => list.name === name)
    if (known === undefined) return []
    const added = Array.from(all.values()).filter(({ id }) => !known.has(id))
    return added.slice(0, NOTED_MAX).flatMap(({ id }) => {
      const meant = nearestOfMany(id, known.all.values(), (one) => one.id)
      return meant === undefined || seriesOf(meant) === seriesOf(id)
        ? []
        : [`${id} is new in ${name}: did you mean ${meant}?`]
    })
  })
  return notes.length === 0 ? {} : { notes }
}

/**
 * Reads a seed, called `name` in its problems.
 *
 * @throws SeedProblems
 */
async function readSeed(
  {
    body,
    context,
    isSaidToBeJson,
  }: Pick<CallInput<never, unknown, string>, 'body' | 'context' | 'isSaidToBeJson'>,
  name: string,
): Promise<SeedDocument> {
  const document = await readWholeSeed({ name, text: body, isSaidToBeJson }, context.seeds.services)
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

/** A seed in the format that the request asks for; JSON unless it or its Accept header says otherwise. */
function seedReply(data: Seed, { format: asked, preview }: QueryOf<typeof query>, accept: string): OwnReply {
  const format = asked ?? (accept.includes('yaml') ? 'yaml' : 'json')
  const body = seedText(data, format)
  if (preview === undefined) return OwnReply.text(body, `application/${format}`)
  return OwnReply.text(body.slice(0, preview))
}
