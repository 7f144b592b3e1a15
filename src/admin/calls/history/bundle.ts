import {
  always,
  anything,
  both,
  component,
  count,
  described,
  flag,
  type JsonSchema,
  list,
  milliseconds,
  object,
  oneOf,
  orNull,
  ref,
  type Schema,
  text,
  typed,
} from '../../../contract/json-schema.js'
import { Refusal } from '../../../core/refusal.js'
import { BUNDLE_FORMAT, type Bundle } from '../../../history/bundle/format.js'
import { runInWorld } from '../../../history/bundle/in-world.js'
import { InvalidBundle, readBundle } from '../../../history/bundle/read.js'
import type { BundleRun } from '../../../history/bundle/run.js'
import { type BundleView, bundleOf, bundleText } from '../../../history/bundle/write.js'
import { worldInfo } from '../../../worlds/world-info.js'
import { call } from '../../call.js'
import { WORLD_EXAMPLE, type WorldInfo, worldSchema } from '../worlds.js'

const request = object(
  {
    kind: always('request'),
    id: text,
    at: milliseconds,
    method: text,
    target: text,
    httpVersion: text,
    origin: text,
    prefix: text,
    headers: list(list(text)),
  },
  {
    body: text,
    bodyBase64: described('In place of body, if that is not text.', text),
    bodyIsTooLarge: flag,
    token: described(
      'What its bearer token was found to be.',
      object({ identity: anything, usedSettings: flag, usedClock: flag }),
    ),
    elsewhere: described(
      'The services that had their own port.',
      object({}, { kv: text, config: text, documents: text }),
    ),
    held: described('It was held here: its answer is with the command that ended that.', flag),
    holdEnd: described(
      'It was held: here that ended, as release says, and it got its answer.',
      object({ fault: described('What held it.', anything), release: anything }),
    ),
  },
)

const adminCall = object(
  { kind: always('admin'), id: text, at: milliseconds, area: text, method: text, path: text },
  {
    changed: text,
    body: text,
    state: described('The world after it, if it replaced the world.', ref('Seed')),
  },
)

const answer = object(
  {
    id: text,
    status: orNull(typed<number>({ type: 'integer' })),
    hash: described('A hash of its status, whole head and body.', text),
  },
  { body: described('The beginning of its body.', text) },
)

const bounds: JsonSchema = object({
  requests: count,
  faults: count,
  worlds: count,
  snapshots: count,
})

const bundle: Schema<BundleView> = component(
  'Bundle',
  typed<BundleView>(
    object({
      format: oneOf(BUNDLE_FORMAT),
      version: text,
      at: milliseconds,
      options: object({ grease: orNull(count), bounds }),
      beginning: described('The world before the first command.', ref('Seed')),
      commands: list(typed<unknown>({ anyOf: [request, adminCall] })),
      answers: described('In the order of the commands that gave them.', list(answer)),
    }),
  ),
)

const AT = Date.UTC(2026, 0, 31, 23, 59)

const EXAMPLE: BundleView = {
  format: BUNDLE_FORMAT,
  version: '0.1.0',
  at: AT,
  options: {
    grease: null,
    bounds: { requests: 10_000, faults: 1000, worlds: 1000, snapshots: 100 },
  },
  beginning: { version: 1, clock: { now: '2026-01-31T23:59:00.000Z', freeze: true }, random: 1 },
  commands: [
    {
      kind: 'request',
      id: 'r1',
      at: AT,
      method: 'GET',
      target: '/documents/1',
      httpVersion: '1.1',
      origin: 'http://127.0.0.1:4600',
      prefix: '',
      headers: [['X-API-Key', 'db_demo']],
    },
  ],
  answers: [{ id: 'r1', status: 404, hash: '5d41402abc4b2a76b9719d911017c592' }],
}

const REPLAYED: ReplayInfo = { ...WORLD_EXAMPLE, run: { requests: 1, calls: 0 }, lastRequest: 'r1' }

/** A bundle that was run again, and the world in which it was. */
export interface ReplayInfo extends WorldInfo {
  /** The id of the last request that was run; left out if there was none. */
  readonly lastRequest?: string
  readonly run: BundleRun
}

const difference = typed<NonNullable<BundleRun['difference']>>(
  object(
    { kind: oneOf('request', 'admin'), id: text, method: text },
    { target: text, path: text, expected: answer, got: answer, changes: list(anything) },
  ),
)

const replaySchema: Schema<ReplayInfo> = component(
  'Replay',
  both(
    worldSchema,
    object(
      {
        run: object(
          { requests: count, calls: count },
          { difference: described('The first command that did not do what it had done.', difference) },
        ),
      },
      { lastRequest: described('The id of the last request that was run.', text) },
    ),
  ) as Schema<ReplayInfo>,
)

/** @throws Refusal invalid_request */
function readBundleText(content: string): Bundle {
  try {
    return readBundle(content)
  } catch (error) {
    if (!(error instanceof InvalidBundle)) throw error
    throw new Refusal('invalid_request', `this is not a bundle that can be run: ${error.message}`)
  }
}

/** The call that gives a run as one file, and the one that runs it again. */
export const bundleCalls = [
  call({
    method: 'GET',
    path: '/bundle',
    help: 'This life of the world as one file, without signatures of tokens: `npx tristore-emulator replay FILE` runs it again and holds every answer to the one that was given',
    tag: 'History',
    answer: { schema: bundle, example: EXAMPLE, write: (view) => bundleText(view).trimEnd() },
    handle: ({ past }) => bundleOf(past),
  }),
  call({
    method: 'POST',
    path: '/bundle',
    help: 'Run a bundle again in a new world, which then goes on from its end, and hold every answer to the one that was given; it stops at the first that differs',
    tag: 'History',
    addsContents: true,
    body: { schema: ref('Bundle'), example: EXAMPLE, isNeeded: true, read: readBundleText },
    answer: { status: 201, schema: replaySchema, example: REPLAYED },
    refusals: ['conflict', 'invalid_seed'],
    async handle({ past, body, origin }) {
      const { context, run } = await runInWorld(await body(), past)
      const { newest } = context.world.journal
      const last = newest === undefined ? {} : { lastRequest: newest.id }
      return { ...worldInfo(context, origin), run, ...last }
    },
  }),
]
