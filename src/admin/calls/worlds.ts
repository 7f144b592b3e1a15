import * as v from 'valibot'
import { component, count, described, realMs, text } from '../../contract/answer-schema.js'
import { ref } from '../../contract/json-schema.js'
import { expected } from '../../core/expected.js'
import { memberTexts } from '../../core/json/json-text.js'
import { isRecord } from '../../core/objects.js'
import { Refusal } from '../../core/refusal.js'
import { momentOf } from '../../history/point.js'
import { copyAt } from '../../history/replay.js'
import { readSeeds, type SeedDocument, type SeedSource } from '../../seed/parse.js'
import { asJsonSchema, nonEmptyText } from '../../seed/schema/fields.js'
import { traceparentOf } from '../../worlds/carriers/traceparent.js'
import type { WorldContext } from '../../worlds/context.js'
import { noWorld } from '../../worlds/destination.js'
import {
  type ConnectionInfo,
  connection,
  connectionInfo,
  type WorldInfo,
  worldInfo,
  world as worldSchema,
} from '../../worlds/world-info.js'
import { jsonBody, readJsonBody } from '../body.js'
import { call, type RequestBody } from '../call.js'
import { CONTENT } from '../seed-text.js'
import { clockReading, clockStart, clockToJson } from './clock.js'
import { assertKeyFile } from './seed.js'

export type { ConnectionInfo, WorldInfo }

const listedWorld = component('ListedWorld', () =>
  v.object({
    id: text,
    baseUrl: text,
    dbBaseUrl: text,
    adminUrl: text,
    traceparent: text,
    from: described('"seed", "current", the name of a snapshot, a point in the history, or "bundle".', text),
    ageMs: described('Real ms since it was created.', realMs),
    idleMs: described(
      "Real ms since its last request, or since it was created if there hasn't been one.",
      realMs,
    ),
    clock: clockReading,
    requests: described(
      'The number of requests it has received, including those the journal has dropped.',
      count,
    ),
  }),
)

interface ListedWorld extends v.InferOutput<typeof listedWorld> {}

/** All worlds other than the default one. */
export interface WorldsAnswer {
  readonly worlds: readonly ListedWorld[]
}

const GREASE = expected('an integer of at least 1')

const SEED = expected('a seed: an object, or text in YAML or JSON ({} for an empty one)')

const newWorld = v.strictObject({
  id: v.optional(
    v.pipe(
      v.string(expected('text')),
      v.regex(/^[\w-]{1,64}$/, expected('1 to 64 letters, digits, _ and -')),
    ),
  ),
  from: v.optional(nonEmptyText),
  at: v.optional(nonEmptyText),
  grease: v.optional(
    v.pipe(
      v.number(GREASE),
      v.safeInteger(GREASE),
      v.minValue(1, GREASE),
      v.description('Vary its responses by this number, like --grease.'),
    ),
  ),
  clock: v.optional(clockStart),
  seed: v.optional(
    v.pipe(
      v.union(
        [v.pipe(v.string(), v.regex(CONTENT, SEED)), v.custom<Readonly<Record<string, unknown>>>(isRecord)],
        SEED,
      ),
      asJsonSchema({
        description: 'A different seed to create it from, either an object or text in YAML or JSON.',
        anyOf: [ref('Seed'), { type: 'string' }],
      }),
    ),
  ),
})

const commandOf = jsonBody(newWorld, { from: 'current' })

/** Takes a seed's text directly from the body, since parsing that as JSON would lose digits. */
const newWorldBody: RequestBody<
  Omit<v.InferOutput<typeof newWorld>, 'seed'> & { readonly seed?: SeedSource }
> = {
  ...commandOf,
  isShort: false,
  read(body) {
    const { seed, ...command } = readJsonBody(body, newWorld)
    if (seed === undefined) return command
    const [exact = ''] = typeof seed === 'string' ? [seed] : memberTexts(body, ['seed'])
    return { ...command, seed: { name: 'the seed', text: exact } }
  },
}

const BASE = 'http://127.0.0.1:4600/_worlds/w1'
export const WORLD_EXAMPLE: WorldInfo = {
  id: 'w1',
  baseUrl: BASE,
  dbBaseUrl: BASE,
  adminUrl: `${BASE}/_admin`,
  traceparent: traceparentOf('w1'),
}

const CONNECTION: ConnectionInfo = {
  baseUrl: BASE,
  dbBaseUrl: BASE,
  adminUrl: `${BASE}/_admin`,
  world: {
    id: 'w1',
    traceparent: traceparentOf('w1'),
    baggage: 'emulator-world=w1',
    keyEnding: '@w1',
  },
}

const LISTED: ListedWorld = {
  ...WORLD_EXAMPLE,
  from: 'seed',
  ageMs: 61_000,
  idleMs: 2_000,
  clock: { now: 0, iso: '1970-01-01T00:00:00.000Z', mode: 'frozen', rate: 1 },
  requests: 41,
}

export const worldCalls = [
  call({
    method: 'GET',
    path: '/world',
    summary: "Get this world's URLs",
    details:
      ": its base URLs and, unless it's the default world, the headers and API key suffix that select it",
    tag: 'Worlds and snapshots',
    answer: { schema: connection, example: CONNECTION },
    handle: ({ context, origin }) => connectionInfo(context, origin),
  }),
  call({
    method: 'GET',
    path: '/worlds',
    summary: 'List all worlds other than the default one, in the order they were created',
    details: ': URLs, source, age, clock and requests',
    tag: 'Worlds and snapshots',
    answer: { schema: v.object({ worlds: v.array(listedWorld) }), example: { worlds: [LISTED] } },
    handle: ({ context, origin }) => ({ worlds: context.worlds.list().map((one) => listed(one, origin)) }),
  }),
  call({
    method: 'POST',
    path: '/worlds',
    summary: 'Create a complete, isolated emulator under /_worlds/{id}',
    details:
      ': {"id": "w1", "from": "seed" or "current" or the name of a snapshot}, {"at": "r41"} for the world at a point in the history, or {"seed": {…}} for a different seed; "clock": "2026-01-31T23:59:00Z" starts its clock there, "grease": 7 varies its responses',
    tag: 'Worlds and snapshots',
    addsContents: true,
    body: newWorldBody,
    answer: { status: 201, schema: worldSchema, example: WORLD_EXAMPLE },
    refusals: ['not_found', 'conflict', 'too_old', 'invalid_seed'],
    async handle(input) {
      const { id, from, at, seed, clock, grease } = input.body
      assertOneOf({ from, at, seed })
      const { context } = input
      const source =
        at === undefined
          ? (from ?? 'seed')
          : { point: at, copy: await copyAt(input.past, momentOf(at, input.world)) }
      const seeds = seed === undefined ? undefined : await context.seeds.other(await readSeed(seed, context))
      const made = context.worlds.create(context, { from: source, seeds, clock, id, grease })
      return worldInfo(made, input.origin)
    },
  }),
  call({
    method: 'DELETE',
    path: '/worlds/:id',
    summary: 'Remove a world',
    details: '; if you chose its name, you can use it again',
    tag: 'Worlds and snapshots',
    handle({ context, params: { id } }) {
      if (context.worlds.remove(id)) return
      throw noWorld(id, 'GET /_admin/worlds lists them')
    },
  }),
]

function assertOneOf(sources: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(sources).filter((name) => sources[name] !== undefined)
  if (given.length <= 1) return
  const all = given.length === 2 ? 'both' : 'all'
  const reason = `${given.join(' and ')} ${all} say what to create the world from: use one of them`
  throw new Refusal('invalid_request', reason)
}

/** @throws SeedProblems */
async function readSeed(source: SeedSource, context: WorldContext): Promise<SeedDocument> {
  const document = await readSeeds([source], context.seeds.services)
  assertKeyFile(document, context)
  return document
}

function listed(context: WorldContext, origin: string): ListedWorld {
  const { world, plane, making } = context
  if (making === undefined) throw new Error('the default world is not in the list')
  const { journal, clock } = world
  const { lastArrivedMs } = journal
  return {
    ...worldInfo(context, origin),
    from: making.from,
    ageMs: making.ageMs(),
    idleMs: lastArrivedMs === undefined ? making.ageMs() : Math.round(plane.monotonic() - lastArrivedMs),
    clock: clockToJson(clock.save()),
    requests: journal.added,
  }
}
