import { invalidBody, invalidRequest, readObject } from '../../../conformance/model/bodies.js'
import {
  type CallContext,
  type ModelAnswer,
  type ModelCall,
  type ModelCursor,
  ok,
  Refused,
} from '../../../conformance/model/call.js'
import type {
  CountedRequest,
  ModelCollectionName,
  ModelDatabaseScope,
  ModelState,
  Stored,
} from '../../../conformance/model/state.js'
import { insert } from './seed.js'

/** The document database of the model (docs/CONTRACT.md section C). */

const WIRE = {
  documents: { heading: 'title', text: 'content', textNull: 'contentNull' },
  projects: { heading: 'name', text: 'description', textNull: 'descriptionNull' },
} as const

const INT32_MAX = 2 ** 31 - 1

export function list(
  state: ModelState,
  call: ModelCall,
  name: ModelCollectionName,
  { life }: CallContext,
): ModelAnswer {
  const key = openDatabase(state, call)
  const asked = readLimit(state, call.limit)
  const cursor = readCursor(call, name, life)
  const size = pageSize(state, asked, cursor)
  const visible = visibleTo(state, name, key.text, key.scope)
  if (visible.length === 0 && key.scope?.outOfScope === 'forbidden') throw new Refused(403)
  const ahead = visible.filter(([, { place }]) => cursor === undefined || place > cursor.after)
  const page = ahead.slice(0, size)
  const last = page.at(-1)?.[1].place
  const hasMore = last !== undefined && ahead.length > page.length
  const next: ModelCursor | undefined = hasMore
    ? { collection: name, life, after: last, limit: size }
    : undefined
  const json = page.map(([id, record]) => shown(id, record, name, state.profile.database.absentMembers))
  return ok(200, json, { next, exactly: page.map(([id]) => id) })
}

export function create(state: ModelState, call: ModelCall, name: ModelCollectionName): ModelAnswer {
  const key = openDatabase(state, call)
  const { profile } = state
  const { absentMembers, createProjectStatus, ...database } = profile.database
  const members = readObject(state, call)
  const { heading: headingName, text: textName, textNull } = WIRE[name]
  const heading = members[headingName]
  if (typeof heading !== 'string') throw invalidBody(profile)
  const given = members[textName]
  const text = given === null && database[textNull] === 'accept' ? undefined : given
  if (text !== undefined && typeof text !== 'string') throw invalidBody(profile)
  const { [headingName]: _, [textName]: __, id: sentId, ...unknown } = members
  if (sentId !== undefined && database.sentId === 'reject') throw invalidBody(profile)
  if (Object.keys(unknown).length > 0 && database.unknownMembers === 'reject') throw invalidBody(profile)
  const creator = key.scope === undefined ? {} : { creator: key.text }
  const id = insert(state[name], undefined, { heading, text, project: undefined, ...creator })
  const status = name === 'documents' ? 201 : createProjectStatus
  const record = state[name].records.get(id)
  return ok(status, record === undefined ? undefined : shown(id, record, name, absentMembers))
}

export function get(state: ModelState, call: ModelCall, name: ModelCollectionName): ModelAnswer {
  const key = openDatabase(state, call)
  const { documentIdInvalid, scopedOut, absentMembers } = state.profile.database
  if (!/^-?\d{1,18}$/.test(call.resource)) throw new Refused(documentIdInvalid)
  const record = state[name].records.get(call.resource)
  if (record === undefined) throw new Refused(404)
  if (!isVisible(state, record, call.resource, name, key.text, key.scope)) throw new Refused(scopedOut)
  return ok(200, shown(call.resource, record, name, absentMembers), { exactly: [call.resource] })
}

/** The records that a key can see, in insertion order. */
export function visibleTo(
  state: ModelState,
  name: ModelCollectionName,
  key: string,
  scope: ModelDatabaseScope | undefined,
): [id: string, record: Stored][] {
  return [...state[name].records].filter(([id, record]) => isVisible(state, record, id, name, key, scope))
}

/** A scoped key can see its projects, their documents, its documents, and all records that it created. */
function isVisible(
  state: ModelState,
  { creator, project }: Stored,
  id: string,
  name: ModelCollectionName,
  key: string,
  scope: ModelDatabaseScope | undefined,
): boolean {
  if (scope === undefined || creator === key || scope[name].includes(id)) return true
  if (project === undefined) return false
  return scope.projects.includes(project) || state.projects.records.get(project)?.creator === key
}

export function shown(
  id: string,
  { heading, text }: Stored,
  name: ModelCollectionName,
  absent: 'left-out' | 'null' = 'left-out',
): object {
  const wire = WIRE[name]
  const own = text === undefined && absent === 'left-out' ? {} : { [wire.text]: text ?? null }
  return { id: Number(id), [wire.heading]: heading, ...own }
}

function readLimit(state: ModelState, limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined
  const number = /^\d+$/.test(limit) ? Number(limit) : Number.NaN
  if (number >= 1 && number <= INT32_MAX) return number
  if (number === 0 && state.profile.database.limitZero === 'empty') return 0
  throw invalidRequest()
}

/** An x-next is only valid in the world's life that issued it, and for the same collection. */
function readCursor({ next }: ModelCall, name: ModelCollectionName, life: number): ModelCursor | undefined {
  if (next === undefined) return undefined
  if (next === 'altered' || next.life !== life || next.collection !== name) throw invalidRequest()
  return next
}

/** The request's own limit takes precedence over the cursor's. */
function pageSize(
  { profile }: ModelState,
  asked: number | undefined,
  cursor: ModelCursor | undefined,
): number {
  const { defaultPageSize, maxPageSize, overMax } = profile.database
  if (asked !== undefined && asked > maxPageSize && overMax === 'reject') throw invalidRequest()
  return Math.min(asked ?? cursor?.limit ?? defaultPageSize, maxPageSize)
}

/** Looks up the key, and counts the request towards its rate limit. */
function openDatabase(
  state: ModelState,
  call: ModelCall,
): { text: string; scope: ModelDatabaseScope | undefined } {
  const { apiKey: text } = call
  const scope = text === undefined ? undefined : state.databaseKeys.get(text)
  if (text === undefined || scope === undefined) throw new Refused(401)
  countRequest(state, text)
  return { text, scope: scope === 'everything' ? undefined : scope }
}

/**
 * Fixed windows are aligned to UTC multiples of their length. A sliding window ends with the request. If the kind of
 * window changes, or the length of fixed ones, counting starts over.
 */
function countRequest(state: ModelState, key: string): void {
  if (state.rateLimit === null) return
  const { requests, perMs } = state.rateLimit
  const { now } = state.clock
  const { rateWindow: kind, rateLimitRetryAfter } = state.profile.database
  const known = (state.rateRequests.get(key) ?? []).filter((request) => request.kind === kind)
  const begins = now - (now % perMs)
  const isWithin = ({ at, window }: CountedRequest) =>
    kind === 'fixed' ? window === `${begins}/${perMs}` : at > now - perMs && at <= now
  const used = known.filter(isWithin).sort((one, other) => one.at - other.at)
  if (used.length >= requests) {
    // There's room for another request once this one has left the window.
    const leaving = used[used.length - requests]?.at ?? now
    const until = kind === 'fixed' ? begins + perMs : leaving + perMs
    throw new Refused(429, undefined, rateLimitRetryAfter ? Math.ceil((until - now) / 1000) : undefined)
  }
  state.rateRequests.set(key, [...known, { kind, at: now, window: `${begins}/${perMs}` }])
}
