import * as v from 'valibot'
import { anything, component, count, described, refTo, text, typed } from '../../../contract/answer-schema.js'
import { Refusal } from '../../../core/refusal.js'
import { runInWorld } from '../../../history/bundle/in-world.js'
import {
  BUNDLE_FORMAT,
  type Bundle,
  bundle,
  bundledAnswer,
  bundledCall,
  bundledRequest,
  InvalidBundle,
  readBundle,
} from '../../../history/bundle/read.js'
import type { BundleRun } from '../../../history/bundle/run.js'
import { type BundleView, bundleOf, bundleText } from '../../../history/bundle/write.js'
import { world, worldInfo } from '../../../worlds/world-info.js'
import { call, OwnReply } from '../../call.js'
import { WORLD_EXAMPLE } from '../worlds.js'

const seed = typed<Bundle['beginning']>({ $ref: '#/components/schemas/Seed' })

const answer = component('BundledAnswer', () => bundledAnswer)

const written = component('Bundle', () =>
  v.object({
    ...bundle.entries,
    beginning: described('The world before the first command, as a seed with `resume`.', seed),
    commands: described(
      'Oldest first.',
      v.array(
        v.union([
          component('BundledRequest', () => bundledRequest),
          component('BundledCall', () => bundledCall),
        ]),
      ),
    ),
    answers: described(
      'In the same order as their commands. Every request has one unless it was still held at the end.',
      v.array(answer),
    ),
  }),
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

const difference = v.object({
  kind: v.picklist(['request', 'admin']),
  id: text,
  method: text,
  target: v.exactOptional(text),
  path: v.exactOptional(text),
  expected: v.exactOptional(answer),
  got: v.exactOptional(answer),
  changes: v.exactOptional(v.array(anything)),
})

const replay = component('Replay', () =>
  v.intersect([
    world,
    v.object({
      run: v.object({
        requests: count,
        calls: count,
        difference: v.exactOptional(
          described("The first command that didn't do the same as before.", difference),
        ),
      }),
      lastRequest: v.exactOptional(described('The id of the last request that was replayed.', text)),
    }),
  ]),
)

/** A bundle that was replayed, and the world it was replayed in. */
export interface ReplayInfo extends Omit<v.InferOutput<typeof replay>, 'run'> {
  readonly run: BundleRun
}

function readBundleText(content: string): Bundle {
  try {
    return readBundle(content)
  } catch (error) {
    if (!(error instanceof InvalidBundle)) throw error
    throw new Refusal('invalid_request', `this bundle cannot be replayed: ${error.message}`)
  }
}

export const bundleCalls = [
  call({
    method: 'GET',
    path: '/bundle',
    summary: 'Export this life of the world to a single file, without token signatures',
    details:
      ': `npx tristore-emulator replay FILE` replays it and compares each response with the recorded one',
    tag: 'History',
    answer: { schema: written, example: EXAMPLE },
    handle: async ({ past }) => OwnReply.text(bundleText(await bundleOf(past)), 'application/json'),
  }),
  call({
    method: 'POST',
    path: '/bundle',
    summary:
      'Replay a bundle in a new world, which then continues from its end, and compare each response with the recorded one',
    details: '; stops at the first difference',
    tag: 'History',
    addsContents: true,
    body: { schema: refTo('Bundle'), example: EXAMPLE, isNeeded: true, read: readBundleText },
    answer: {
      status: 201,
      schema: replay,
      example: { ...WORLD_EXAMPLE, run: { requests: 1, calls: 0 }, lastRequest: 'r1' },
    },
    refusals: ['conflict', 'invalid_seed'],
    async handle({ past, body, origin }) {
      const { context, run } = await runInWorld(body, past)
      const { newest } = context.world.journal
      const last = newest === undefined ? {} : { lastRequest: newest.id }
      return { ...worldInfo(context, origin), run, ...last }
    },
  }),
]
