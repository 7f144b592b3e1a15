import { INT64_MAX, INT64_MIN } from '../../contract/values.js'
import { objectText } from '../../core/json/json-text.js'
import { Refusal } from '../../core/refusal.js'
import { meantKeyHint, unknownKey } from '../../domain/credentials.js'
import { DATABASE } from '../../domain/decision-facts.js'
import type { Gaps } from '../../domain/profile/gaps.js'
import { type Reply, reply } from '../../domain/requests/reply.js'
import type { Gate } from '../../domain/service.js'
import { member, type ObjectBody, readObject } from '../../request/body.js'
import type { NamedInRequest, OperationCall, ServiceOperation } from '../../request/call.js'
import { credentialIn } from '../../request/gates.js'
import { REQUEST } from '../../request/service.js'
import type { OperationsOf } from '../operation.js'
import type { Collection, CollectionName, DocumentsKey, DocumentsRecord, Page } from './collection.js'
import { DOCUMENTS } from './contents.js'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.js'
import { readPaging } from './paging.js'

/** For each record type, its name, its members (docs/CONTRACT.md C-5 to C-10) and the option for null texts. */
const RECORD_MEMBERS = {
  documents: { noun: 'document', heading: 'title', text: 'content', textNull: 'database.contentNull' },
  projects: { noun: 'project', heading: 'name', text: 'description', textNull: 'database.descriptionNull' },
} as const

/**
 * Also counts the request towards the rate limit.
 *
 * @throws Refusal
 */
function keyOf(call: OperationCall): DocumentsKey {
  const { world, request, decision } = call
  const { keys, rateLimit, rateWindows } = world.state.of(DOCUMENTS)
  const sent = credentialIn(call, 'x-api-key')
  const key = keys.get(sent)
  if (key === undefined) {
    const scoped = world.state.scopedKeys.get(sent)
    const meant =
      scoped === undefined
        ? meantKeyHint(sent, keys)
        : `it is a key of ${scoped.resourceId}: send it as X-KV-Key`
    throw unknownKey('GET /_admin/database-keys', meant)
  }
  if (rateLimit !== undefined) {
    const isFrozen = world.clock.mode === 'frozen'
    const kind = call.gaps.decide('database.rateWindow')
    rateWindows.take(key.key, { limit: rateLimit, now: request.at, isFrozen, kind }, decision)
  }
  decision.countedBy = DATABASE
  return key
}

/** Only returns `x-next` if there's another record that the key can access. */
function list(call: OperationCall, name: CollectionName): Reply {
  const key = keyOf(call)
  const { limit, next } = readPaging(call)
  const collection = call.world.state.of(DOCUMENTS)[name]
  const cursor = next === undefined ? undefined : readCursor(next, name, call)
  const size = pageSize(limit, cursor, call)
  const after = cursor?.after ?? Number.NEGATIVE_INFINITY
  const { records, more } = visiblePage(collection, key, after, size)
  const last = records.at(-1)
  const headers =
    !more || last === undefined
      ? undefined
      : ['x-next', nextText({ collection: name, after: last.seq, limit: size }, call)]
  const texts = call.world.heap.listText(records, (record) => recordText(record, name, call.gaps))
  return reply(200, texts, headers)
}

/**
 * Refuses if the key can't access anything and its `outOfScope` is "forbidden" (docs/CONTRACT.md K-15).
 *
 * @throws Refusal
 */
function visiblePage(collection: Collection, key: DocumentsKey, after: number, size: number): Page {
  const page = collection.page(key, after, size)
  if (page.records.length > 0 || key.scope?.outOfScope !== 'forbidden') return page
  const any = collection.page(key, Number.NEGATIVE_INFINITY, 1)
  if (any.records.length > 0) return page
  throw new Refusal(
    'collection_out_of_scope',
    `nothing in ${collection.name} is within the scope of this API key`,
  )
}

function create(call: OperationCall, name: CollectionName): Reply {
  const key = keyOf(call)
  const body = readObject(call)
  const wire = RECORD_MEMBERS[name]
  const heading = member(body, wire.heading)
  if (typeof heading !== 'string') {
    throw new Refusal('body_invalid', `the member ${wire.heading} is required, and it is a string`)
  }
  let text = member(body, wire.text)
  if (text === null && call.gaps.decide(wire.textNull) === 'accept') text = undefined
  if (text !== undefined && typeof text !== 'string') {
    throw new Refusal('body_invalid', `the member ${wire.text} must be a string, or be left out`)
  }
  assertShownMembers(body, name, call.gaps)
  const record = call.world.state.of(DOCUMENTS)[name].create({ heading, text }, key)
  const status = name === 'documents' ? 201 : call.gaps.decide('database.createProjectStatus')
  return reply(status, recordText(record, name, call.gaps))
}

function get(call: OperationCall, name: CollectionName): Reply {
  const key = keyOf(call)
  const collection = call.world.state.of(DOCUMENTS)[name]
  const record = collection.records.get(readId(call))
  if (record === undefined)
    throw new Refusal('record_missing', `there is no such ${RECORD_MEMBERS[name].noun}`)
  if (!collection.shows(record, key)) {
    throw new Refusal('record_out_of_scope', 'the record is outside the scope of this API key')
  }
  return reply(200, recordText(record, name, call.gaps))
}

/** Returns the JSON for a missing member, or undefined to leave it out. */
const absentText = (gaps: Gaps): string | undefined =>
  gaps.decide('database.absentMembers') === 'null' ? 'null' : undefined

/** @throws Refusal if there are members that aren't in the contract and the profile rejects them */
function assertShownMembers(body: ObjectBody, name: CollectionName, gaps: Gaps): void {
  const { heading, text } = RECORD_MEMBERS[name]
  for (const sent of Object.keys(body.members)) {
    if (sent === heading || sent === text) continue
    if (sent === 'id') {
      if (gaps.decide('database.sentId') === 'ignore') continue
      throw new Refusal('body_invalid', 'the id is assigned by the service, and is not sent')
    }
    if (gaps.decide('database.unknownMembers') === 'ignore') continue
    throw new Refusal('body_invalid', `the member ${JSON.stringify(sent)} is not known`)
  }
}

function readId({ resource }: OperationCall): string {
  if (resource !== undefined && /^-?\d{1,19}$/.test(resource)) {
    const id = BigInt(resource)
    if (id >= INT64_MIN && id <= INT64_MAX) return String(id)
  }
  throw new Refusal('record_id_invalid', 'the id in the path must be a whole number of 64 bits')
}

function readCursor(text: string, name: CollectionName, { world }: OperationCall): Cursor {
  const cursor = decodeCursor(text, world.cursorNames)
  if (cursor?.collection !== name) {
    throw new Refusal(
      'parameter_invalid',
      `this x-next was not given out for ${name} here, or it was altered`,
    )
  }
  // After a reset, there may be fewer records than when the cursor was created.
  if (cursor.after < world.state.of(DOCUMENTS)[name].records.nextSeq) return cursor
  throw new Refusal('parameter_invalid', `this x-next names a page of ${name} that is not there any more`)
}

function pageSize(limit: number | undefined, cursor: Cursor | undefined, { gaps }: OperationCall): number {
  const maxPageSize = gaps.decide('database.maxPageSize')
  // The cursor's limit was valid when it was created, so we cap it rather than reject it.
  if (limit === undefined)
    return Math.min(cursor?.limit ?? gaps.decide('database.defaultPageSize'), maxPageSize)
  if (limit <= maxPageSize) return limit
  if (gaps.decide('database.overMax') === 'clamp') return maxPageSize
  throw new Refusal(
    'parameter_invalid',
    `limit is ${limit}; the maximum is ${maxPageSize} (database.maxPageSize)`,
  )
}

function nextText(cursor: Cursor, { world, gaps, request }: OperationCall): string {
  const [name = ''] = world.cursorNames
  const token = encodeCursor(cursor, name)
  const path = `/${cursor.collection}?next=${token}`
  switch (gaps.decide('database.next')) {
    case 'url':
      return `${request.origin}${request.prefix}${path}`
    case 'path':
      return `${request.prefix}${path}`
    case 'cursor':
      return token
  }
}

function recordText(record: DocumentsRecord, name: CollectionName, gaps: Gaps): string {
  const text = record.text === undefined ? absentText(gaps) : JSON.stringify(record.text)
  return objectText([
    'id',
    record.id,
    RECORD_MEMBERS[name].heading,
    JSON.stringify(record.heading),
    RECORD_MEMBERS[name].text,
    text,
  ])
}

const RECORD: Gate = { name: 'record exists', codes: ['record_missing'] }
const SCOPE: Gate = { name: 'scope', codes: ['record_out_of_scope', 'collection_out_of_scope'] }

const NO_ID = '0'

const idIn = ({ resource = NO_ID }: NamedInRequest): string =>
  /^[1-9]\d{0,17}$/.test(resource) ? resource : NO_ID

const lists = (name: CollectionName): ServiceOperation => ({
  run: (call) => list(call, name),
  gates: [REQUEST, SCOPE],
  emptySuccess: () => '[]',
})

const creates = (name: CollectionName): ServiceOperation => ({
  run: (call) => create(call, name),
  gates: [REQUEST],
  emptySuccess: (named) => emptyRecord(idIn(named), name),
})

const gets = (name: CollectionName): ServiceOperation => ({
  run: (call) => get(call, name),
  gates: [REQUEST, RECORD, SCOPE],
  emptySuccess: (named) => emptyRecord(idIn(named), name),
})

const emptyRecord = (id: string, name: CollectionName): string =>
  objectText(['id', id, RECORD_MEMBERS[name].heading, '""'])

export const documentOperations: OperationsOf<'documents'> = {
  'documents.list': lists('documents'),
  'documents.create': creates('documents'),
  'documents.get': gets('documents'),
  'projects.list': lists('projects'),
  'projects.create': creates('projects'),
}
