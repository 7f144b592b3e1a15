import { defaultProfile, profileSchema } from '../../domain/profile/profile.js'
import { WAYPOINTS } from '../../domain/travel.js'
import { clockBody } from '../calls/clock.js'
import { resetBody } from '../calls/reset.js'
import { snapshotBody } from '../calls/snapshots.js'
import { tokenBody } from '../calls/tokens.js'
import { worldBody } from '../calls/worlds.js'
import { type CallGroup, DONE } from './call.js'
import {
  count,
  dateTime,
  described,
  list,
  milliseconds,
  monthKey,
  namespaceId,
  object,
  oneOf,
  ref,
  type Schema,
  text,
} from './schema.js'

const AT = Date.UTC(2026, 0, 31, 23, 59)
const AT_ISO = '2026-01-31T23:59:00.000Z'
const BASE = 'http://127.0.0.1:4600/_worlds/w1'

const snapshot = { name: 'before', at: AT, atIso: AT_ISO }
const world = { id: 'w1', baseUrl: BASE, dbBaseUrl: BASE, adminUrl: `${BASE}/_admin` }
const clock = { now: AT, iso: AT_ISO, mode: 'frozen', rate: 1 }

/** Components of the answers here. */
export const clockSchemas: Readonly<Record<string, Schema>> = {
  Clock: object({
    now: milliseconds,
    iso: dateTime,
    mode: oneOf('running', 'frozen'),
    rate: described('Virtual seconds a real second.', { type: 'number', exclusiveMinimum: 0 }),
  }),
  Receipt: object({
    from: milliseconds,
    to: milliseconds,
    fromIso: dateTime,
    toIso: dateTime,
    keysExpired: object({
      count,
      first: list(object({ namespace: namespaceId, key: text, expiredAt: milliseconds })),
    }),
    monthsRolled: list(monthKey),
    monthsRolledCount: count,
    faultWindows: object({ begun: list(text), ended: list(text) }),
  }),
  Snapshot: object({ name: text, at: milliseconds, atIso: dateTime }),
  World: object({ id: text, baseUrl: text, dbBaseUrl: text, adminUrl: text }),
}

export const clockCalls: CallGroup = {
  tag: 'Clock',
  description: 'The virtual clock, by which all that the services would measure by a clock is measured.',
  calls: {
    'GET /clock': { answer: { schema: ref('Clock'), example: clock } },
    'POST /clock': {
      body: { schema: clockBody, example: { to: WAYPOINTS[0], plus: '-1ms', receipt: true } },
      answer: {
        schema: { allOf: [ref('Clock'), object({}, { receipt: ref('Receipt') })] },
        example: {
          ...clock,
          receipt: {
            from: AT - 60_000,
            to: AT,
            fromIso: '2026-01-31T23:58:00.000Z',
            toIso: AT_ISO,
            keysExpired: {
              count: 1,
              first: [{ namespace: 'ns_shop_k3v9x2', key: 'session:1', expiredAt: AT - 1 }],
            },
            monthsRolled: [],
            monthsRolledCount: 0,
            faultWindows: { begun: ['f_1'], ended: [] },
          },
        },
      },
      refusals: ['clock_backwards', 'nothing_ahead'],
    },
  },
}

export const worldCalls: CallGroup = {
  tag: 'Worlds and snapshots',
  description: 'Resets, states kept under a name, and further emulators beside the default one.',
  calls: {
    'POST /reset': { body: { schema: resetBody, example: { keep: ['clock'] } }, answer: DONE },
    'GET /snapshots': {
      answer: { schema: object({ snapshots: list(ref('Snapshot')) }), example: { snapshots: [snapshot] } },
    },
    'POST /snapshots': {
      body: { schema: snapshotBody, example: { name: 'before' } },
      answer: { status: 201, schema: ref('Snapshot'), example: snapshot },
    },
    'POST /snapshots/:name/restore': { answer: { schema: ref('Snapshot'), example: snapshot } },
    'DELETE /snapshots/:name': {},
    'GET /worlds': {
      answer: { schema: object({ worlds: list(ref('World')) }), example: { worlds: [world] } },
    },
    'POST /worlds': {
      body: { schema: worldBody, example: { from: 'current' } },
      answer: { status: 201, schema: ref('World'), example: world },
      refusals: ['not_found', 'conflict'],
    },
    'DELETE /worlds/:id': {},
  },
}

const gap = { kv: { putStatus: 201 } }
const profile = { schema: profileSchema, example: defaultProfile }

export const aboutCalls: CallGroup = {
  tag: 'The emulator',
  description: 'Whether it answers, what it can do, whom it trusts, and how the gaps of the contract behave.',
  calls: {
    'GET ': {
      answer: {
        schema: object({ calls: list(object({ call: text, help: text })) }),
        example: { calls: [{ call: 'GET /_admin', help: 'This list' }] },
      },
    },
    'GET /health': {
      answer: {
        schema: object(
          { status: { type: 'string', const: 'ok' }, version: text },
          { grease: described('The number that answers vary by, where grease is on.', { type: 'integer' }) },
        ),
        example: { status: 'ok', version: '0.1.0' },
      },
    },
    'GET /openapi.json': {
      answer: { schema: { type: 'object' }, example: { openapi: '3.1.0' } },
    },
    'POST /tokens': {
      body: { schema: tokenBody, example: { sub: 'user_local', expiresIn: '1h' } },
      answer: {
        status: 201,
        schema: object({ token: described('A JWT.', text) }),
        example: { token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyX2xvY2FsIn0.c2lnbmF0dXJl' },
      },
    },
    'GET /jwks.json': {
      answer: {
        schema: object({ keys: list(object({ kty: text }, { kid: text, alg: text, use: text })) }),
        example: { keys: [{ kty: 'EC', alg: 'ES256', use: 'sig', kid: 'emulator' }] },
      },
    },
    'GET /profile': { answer: profile },
    'PATCH /profile': {
      body: { schema: profileSchema, example: gap },
      answer: profile,
      refusals: ['invalid_profile'],
    },
  },
}
