import * as v from 'valibot'
import {
  type AnswerOf,
  component,
  dateTime,
  described,
  milliseconds,
  text,
} from '../../contract/answer-schema.js'
import { expected } from '../../core/expected.js'
import { formatInstant } from '../../core/instants.js'
import type { Snapshot } from '../../domain/snapshots.js'
import type { World } from '../../domain/world.js'
import { jsonBody } from '../body.js'
import { call } from '../call.js'
import { sizes, sizesOf } from '../contents.js'
import { changes, changesOf, dryRunQuery } from '../dry-run.js'

const members = {
  name: text,
  at: described('The virtual time when it was taken, in ms.', milliseconds),
  atIso: dateTime,
  sizes: described('The number of records it contains, by kind.', sizes),
}

const snapshot = component('Snapshot', () => v.object(members))

export interface SnapshotInfo extends v.InferOutput<typeof snapshot> {}

const restored = component('Restored', () => v.object({ ...members, changes: v.exactOptional(changes) }))

/** The snapshot that was restored and, for a dry run, what would change. */
export interface RestoredInfo extends v.InferOutput<typeof restored> {}

const snapshotList = v.object({
  snapshots: v.array(snapshot),
  present: described('The number of records the world contains now, by kind.', sizes),
})

export interface SnapshotsAnswer extends AnswerOf<typeof snapshotList> {}

const snapshotName = v.strictObject({
  name: v.optional(
    v.pipe(
      v.string(expected('text')),
      v.regex(/^[\w.-]{1,64}$/, expected('1 to 64 letters, digits, ., _ and -')),
    ),
  ),
})

const EXAMPLE: SnapshotInfo = {
  name: 'before',
  at: Date.UTC(2026, 0, 31, 23, 59),
  atIso: '2026-01-31T23:59:00.000Z',
  sizes: {
    namespaces: 1,
    entries: 3,
    stores: 1,
    configs: 2,
    databaseKeys: 0,
    projects: 0,
    documents: 0,
  },
}

export const snapshotCalls = [
  call({
    method: 'GET',
    path: '/snapshots',
    summary: "List this world's snapshots",
    tag: 'Worlds and snapshots',
    answer: { schema: snapshotList, example: { snapshots: [EXAMPLE], present: EXAMPLE.sizes } },
    handle: ({ world }) => listed(world),
  }),
  call({
    method: 'POST',
    path: '/snapshots',
    summary: 'Take a snapshot of everything in the world except its journal',
    details: ': {"name": "before"}; replaces any snapshot with that name',
    tag: 'Worlds and snapshots',
    changes: 'snapshots',
    addsContents: true,
    body: jsonBody(snapshotName, { name: 'before' }),
    answer: { status: 201, schema: snapshot, example: EXAMPLE },
    handle({ world, body, change }) {
      return snapshotToJson(change(() => world.keep(body.name)))
    },
  }),
  call({
    method: 'POST',
    path: '/snapshots/:name/restore',
    summary: 'Restore a snapshot',
    details:
      ': from then on, the same requests get the same responses; ?dryRun=true only reports what would change',
    tag: 'Worlds and snapshots',
    changes: 'state',
    query: dryRunQuery,
    answer: { schema: restored, example: EXAMPLE },
    async handle({ world, params, change, query }) {
      const found = world.snapshots.get(params.name)
      if (query.dryRun === true)
        return { ...snapshotToJson(found), changes: await changesOf(world, (aside) => aside.restore(found)) }
      change(() => world.restore(found))
      return snapshotToJson(found)
    },
  }),
  call({
    method: 'DELETE',
    path: '/snapshots/:name',
    summary: 'Remove a snapshot',
    tag: 'Worlds and snapshots',
    changes: 'snapshots',
    handle: ({ world, params: { name }, change }) => change(() => world.snapshots.remove(name), { id: name }),
  }),
]

function listed({ snapshots, state }: World): SnapshotsAnswer {
  return { snapshots: snapshots.list().map(snapshotToJson), present: sizesOf(state) }
}

function snapshotToJson({ name, at, contents }: Snapshot): SnapshotInfo {
  return { name, at, atIso: formatInstant(at), sizes: sizesOf(contents.state) }
}
