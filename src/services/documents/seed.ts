import * as v from 'valibot'
import { setField } from '../../core/objects.js'
import { listAt } from '../../seed/items.js'
import { items, fields as joined } from '../../seed/joins.js'
import { seedPart } from '../../seed/part.js'
import type {
  CollectionResume,
  RateWindow,
  ResumeCreators,
  ResumePositions,
} from '../../seed/resume-point.js'
import type { Collection } from './collection.js'
import { DOCUMENTS } from './contents.js'
import { database, readRateLimit, recordKinds, scopeOf, showKey } from './kinds.js'

export const documentsSeed = seedPart({
  fields: { database: v.exactOptional(v.pipe(database, v.description('The document database.'))) },
  joins: {
    database: joined({ keys: items('keys'), ...byKind(({ name }) => items(name)) }),
  },
  lists: (seed) => [
    listAt(seed, ['database', 'keys']),
    ...recordKinds.map((kind) => listAt(seed, ['database', kind.name], { kind })),
  ],
  end({ database: { rateLimit, keys = [] } = {} }, { state, resume }) {
    const held = state.of(DOCUMENTS)
    if (rateLimit !== undefined) held.limitRate(readRateLimit(rateLimit))
    for (const key of keys) held.addKey(key.key, scopeOf(key))
    for (const [key, window] of resume.rateWindows) held.rateWindows.set(key, window)
  },
  show(state, _keys, admit) {
    const { rateLimit, keys } = state.of(DOCUMENTS)
    return {
      database: {
        ...(rateLimit === undefined
          ? {}
          : { rateLimit: { requests: rateLimit.requests, per: `${rateLimit.perMs}ms` } }),
        keys: [...keys.values()].map((key) => showKey(key, digits)),
        ...byKind(({ collection, show }) =>
          Array.from(collection(state).records.values(), (record) => {
            admit(record.text ?? '')
            return show(record, digits)
          }),
        ),
      },
    }
  },
  collections: recordKinds.map(({ name }) => name),
  resume(state) {
    const rateWindows: Record<string, RateWindow> = {}
    for (const [key, window] of state.of(DOCUMENTS).rateWindows.entries()) setField(rateWindows, key, window)
    return { collections: byKind(({ collection }) => resumeOf(collection(state))), rateWindows }
  },
})

const digits = (id: string): string => id

/** Keyed by the name of each kind's list. */
function byKind<Value>(of: (kind: (typeof recordKinds)[number]) => Value): Record<string, Value> {
  return Object.fromEntries(recordKinds.map((kind) => [kind.name, of(kind)]))
}

const resumeOf = (collection: Collection): CollectionResume => ({
  lastId: String(collection.lastId),
  places: gapsIn(collection),
  creators: creatorsIn(collection),
})

/** The ids of records with the scoped keys that created them. */
const creatorsIn = ({ records }: Collection): ResumeCreators =>
  Array.from(records.values()).flatMap(({ id, creator }) => (creator === undefined ? [] : [[id, creator]]))

/** Returns record positions that differ from 1, 2, 3, and so on. Cursors refer to these. See `ResumePositions`. */
function gapsIn({ records }: Collection): ResumePositions {
  const gaps: (readonly [number, number])[] = []
  let index = 0
  let next = 1
  for (const { seq } of records.values()) {
    if (seq !== next) gaps.push([index, seq])
    index++
    next = seq + 1
  }
  return records.nextSeq === next ? gaps : [...gaps, [index, records.nextSeq]]
}
