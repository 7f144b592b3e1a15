import { describe, expect, test } from 'vitest'
import { RequestCommand } from '../../../src/api/command.js'
import { RequestRecord } from '../../../src/api/record.js'
import { type CommandFields, commandRow } from '../../../src/api/recording/command-row.js'
import { type RecordFields, recordRow } from '../../../src/api/recording/record-row.js'
import type { MayBeRow, RowFormat } from '../../../src/core/rows/rows.js'
import { DecisionFacts } from '../../../src/domain/decision-facts.js'
import { defaultProfile } from '../../../src/domain/profile/profile.js'
import { TrackedProfile } from '../../../src/domain/profile/tracked.js'

const channel = { httpVersion: '1.1', origin: 'http://a.test', prefix: '', otherAddressOf: undefined }
const holdEnd = { fault: { id: 'f_1', effect: {} }, release: 'gone' } as const
const optionsRead = new TrackedProfile(defaultProfile).taken()
const token = { scheme: 'bearer' } as unknown as NonNullable<CommandFields['token']>
const connection = { number: 1 } as unknown as NonNullable<RecordFields['connection']>
const unusual = { faultAction: undefined, lostStatus: 500, isInjected: true, greased: undefined }

const sentHeaders = ['a', 'b']

/** A command with a value of its own in every field. */
const commandOf = (changes: Partial<CommandFields> = {}): RequestCommand =>
  new RequestCommand({
    number: 17,
    at: 1001,
    method: 'PUT',
    target: '/v1/kv/ns/k',
    rawHeaders: sentHeaders,
    headersLength: 2,
    bodyIsTooLarge: false,
    token: undefined,
    holdEnd: undefined,
    channel,
    keptBody: 'sent',
    ...changes,
  })

/** A record with a value of its own in every field. */
function recordOf(changes: Partial<RecordFields> = {}, facts: Partial<DecisionFacts> = {}): RequestRecord {
  const decision = Object.assign(new DecisionFacts(), {
    quotaUsed: 21,
    quotaLimit: 22,
    stored: 23,
    storedAfter: 24,
    storageLimit: 25,
    rateUsed: 26,
    rateLimit: 27,
    ttlRaisedBy: 28,
    countedBy: 'ns',
    absence: 'never existed',
    ...facts,
  })
  return new RequestRecord({
    command: sharedCommand,
    operation: 'kv.put',
    credential: 'kv_key',
    arrivedMs: 31.5,
    durationMs: 32.25,
    connection,
    requestBytes: 33,
    status: 200,
    outcome: 'ok',
    reason: 'why',
    decision,
    optionsRead,
    replyBytes: 34,
    ownHeaders: sharedHeaders,
    unusual: undefined,
    bodyBytesMax: 35,
    replyText: 'answered',
    droppedDigest: 36,
    ...changes,
  })
}

const sharedCommand = commandOf()
const sharedHeaders = ['x-own', '1']

const commands = commandRow((fields) => new RequestCommand(fields))
const records = recordRow((fields) => new RequestRecord(fields))

/** Things once they were rows that follow each other, and what the rows keep. */
function rowsOf(format: RowFormat, things: readonly MayBeRow[]) {
  const values: unknown[] = []
  const numbers = new Float64Array(format.numbers * things.length)
  const places = things.map((_, index) => ({
    values,
    numbers,
    value: index * format.values,
    number: index * format.numbers,
  }))
  things.forEach((thing, index) => {
    const place = places[index]
    if (place !== undefined) format.write(thing, place)
  })
  return { read: places.map((place) => format.read(place)), values }
}

const NO_FACTS: Partial<DecisionFacts> = { ...new DecisionFacts() }
const NOTHING: Partial<RecordFields> = {
  connection: undefined,
  reason: undefined,
  replyBytes: undefined,
  ownHeaders: undefined,
  replyText: undefined,
  droppedDigest: undefined,
}

describe('what is written as a row is read as it was:', () => {
  test('a command', () => {
    const given = [commandOf(), commandOf({ number: 18, at: 0, token, holdEnd, keptBody: undefined })]
    expect(rowsOf(commands, given).read).toEqual(given)
  })

  test('a record, and one with none of what may be left out', () => {
    const given = [recordOf(), recordOf(NOTHING, NO_FACTS), recordOf({}, { quotaUsed: 0, stored: 0 })]
    expect(rowsOf(records, given).read).toEqual(given)
  })

  test.each<Partial<CommandFields>>([
    { number: 9 },
    { at: 9 },
    { method: 'GET' },
    { target: '/' },
    { rawHeaders: ['a', 'c'] },
    { headersLength: 9 },
    { bodyIsTooLarge: true },
    { token },
    { holdEnd },
    { channel: { ...channel, prefix: '/w/a' } },
    { keptBody: Buffer.from('other') },
  ])('a command that differs from those beside it in this alone: %o', (change) => {
    const given = [commandOf(), commandOf(change), commandOf()]
    expect(rowsOf(commands, given).read).toEqual(given)
    const both = [recordOf(), recordOf({ command: commandOf(change) })]
    expect(rowsOf(records, both).read).toEqual(both)
  })

  test.each<Partial<RecordFields>>([
    { operation: 'kv.get' },
    { operation: null },
    { credential: null },
    { arrivedMs: 9 },
    { durationMs: 9 },
    { connection: undefined },
    { requestBytes: 9 },
    { status: null },
    { outcome: 'fault' },
    { reason: undefined },
    { optionsRead: optionsRead.with(1) },
    { replyBytes: 0 },
    { ownHeaders: ['x-other', '1'] },
    { unusual },
    { bodyBytesMax: 9 },
    { replyText: '' },
    { droppedDigest: 0 },
  ])('a record that differs from those beside it in this alone: %o', (change) => {
    const given = [recordOf(), recordOf(change), recordOf()]
    expect(rowsOf(records, given).read).toEqual(given)
  })

  test.each<Partial<DecisionFacts>>([
    { quotaUsed: 9 },
    { quotaLimit: 9 },
    { stored: 9 },
    { storedAfter: 9 },
    { storageLimit: 9 },
    { rateUsed: 9 },
    { rateLimit: 9 },
    { ttlRaisedBy: 0 },
    { countedBy: undefined },
    { absence: { expiredAt: 9 } },
  ])('a decision that differs from those beside it in this alone: %o', (facts) => {
    const given = [recordOf(), recordOf({}, facts), recordOf()]
    expect(rowsOf(records, given).read).toEqual(given)
  })
})

describe('rows that follow each other keep what is equal once:', () => {
  const objects = (values: readonly unknown[]) =>
    new Set(values.filter((value) => typeof value === 'object' && value !== connection)).size

  test('commands', () => {
    const given = [1, 2, 3].map((at) => commandOf({ number: at, at, rawHeaders: sharedHeaders }))
    expect(objects(rowsOf(commands, given).values)).toBe(1)
  })

  test('records', () => {
    const given = [1, 2, 3].map((arrivedMs) => recordOf({ arrivedMs, replyText: `${arrivedMs}` }))
    expect(objects(rowsOf(records, given).values)).toBe(2)
  })
})
