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

/** In characters. */
const PREVIEW_MAX = 100_000

const query = {
  format: parameter(
    'The format. Overrides the Accept header. Defaults to json.',
    word('json', 'yaml'),
    'json',
  ),
  preview: parameter('Only return this many characters, as plain text.', countUpTo(PREVIEW_MAX), 20_000),
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
        described('New namespaces and stores whose ids are similar to existing ones.', v.array(text)),
      ),
    }),
  ]),
  example: contents.example,
}

type Imported = AnswerOf<typeof imported.schema>

const body = { ...seed, isNeeded: true, read: readSeedText }

export const seedCalls = [
  call({
    method: 'GET',
    path: '/seed',
    summary: 'Get the seed that resets go back to, as JSON or YAML (?format=yaml or Accept)',
    details: '; ?preview=20000 returns only the first characters',
    tag: 'Seed and state',
    query,
    answer: seed,
    handle: ({ context: { seeds, world }, query: asked, accept }) =>
      seedReply(seeds.view(world.heap), asked, accept),
  }),
  call({
    method: 'PUT',
    path: '/seed',
    summary: 'Replace the seed (YAML or JSON) and reset to it',
    details: '; ?dryRun=true only reports what would change',
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
    summary: 'Export the current state as a seed that restores it, as JSON or YAML (?format=yaml or Accept)',
    details:
      '; ?at=r41 (or after:r41, an instant, start) exports the state at that moment, ?preview=20000 only the first characters',
    tag: 'Seed and state',
    query: { ...query, at: point('The moment whose state to export (defaults to now)') },
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
    summary: 'Replace the current state with this seed (YAML or JSON)',
    details: '; resets still go back to the original seed; ?dryRun=true only reports what would change',
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
    summary: 'Merge this seed into the current state',
    details:
      ': records with the same id are merged or replaced; relative times count from now; ?dryRun=true only reports what would change',
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

/** @param name the seed's name, for use in problems */
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

/** If there are more new ids than this, they probably weren't typed by hand. */
const NOTED_MAX = 20

/** Removes a number or letter at the end, since ids like ns_shop_1 and ns_shop_2 differ on purpose. */
const seriesOf = (id: string): string => id.replace(/(?:\d+|(?<=_).)$/, '')

/** Namespaces and stores that a merge has added may be misspellings of existing ones. */
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

/** @param name the seed's name, for use in problems. @throws SeedProblems */
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
 * Throws `SeedProblems` if a seed names a key file that can't be read. Otherwise, tokens would be refused later and
 * nobody would know why.
 */
export function assertKeyFile(document: SeedDocument, { signatures }: WorldContext): void {
  const jwksFile = document.data.profile?.auth?.jwksFile
  // Anything other than text is rejected later, together with the rest of the profile.
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

/** The query's format overrides the Accept header. Defaults to JSON. */
function seedReply(data: Seed, { format: asked, preview }: QueryOf<typeof query>, accept: string): OwnReply {
  const format = asked ?? (accept.includes('yaml') ? 'yaml' : 'json')
  const body = seedText(data, format)
  if (preview === undefined) return OwnReply.text(body, `application/${format}`)
  return OwnReply.text(body.slice(0, preview))
}
