import * as v from 'valibot'
import { CONNECTION_FAULTS } from '../../contract/values.js'
import { fault, faults } from '../../seed/schema/fault.js'
import { patchBody } from '../calls/faults.js'
import { type CallGroup, DONE } from './call.js'
import {
  anything,
  count,
  dateTime,
  described,
  flag,
  list,
  object,
  oneOf,
  orNull,
  record,
  ref,
  type Schema,
  text,
} from './schema.js'

const match = { operation: 'kv.*' }
const installed = {
  match,
  status: 503,
  times: 2,
  id: 'f_1',
  enabled: true,
  matches: 0,
  hits: 0,
  remaining: 2,
}
const seedExample = {
  version: 1,
  stores: [{ id: 'ec_web_89daefd4', entries: [{ key: 'banner', value: { text: 'hello' } }] }],
}

const chance: Schema = { type: 'number', minimum: 0, maximum: 1 }
const ms = described('Real ms.', { type: 'number', minimum: 0 })

/** Components of the answers here. */
export const stateSchemas: Readonly<Record<string, Schema>> = {
  InstalledFault: object(
    {
      id: text,
      enabled: flag,
      matches: described('How many calls it was for.', count),
      hits: described('How often it fired.', count),
      remaining: described('How often it will still fire; null without a bound.', orNull(count)),
    },
    {
      match: object(
        {},
        {
          operation: text,
          method: text,
          path: text,
          namespace: text,
          store: text,
          key: text,
          credential: text,
          header: record(text),
        },
      ),
      status: { type: 'integer', minimum: 200, maximum: 599 },
      body: anything,
      headers: record(text),
      retryAfter: { type: 'number', minimum: 0 },
      delay: { anyOf: [ms, object({ min: ms, max: ms })] },
      connection: oneOf(...CONNECTION_FAULTS),
      effect: oneOf('before', 'after'),
      after: count,
      times: count,
      probability: chance,
      from: dateTime,
      until: dateTime,
    },
  ),
}

const format = {
  format: { ...oneOf('json', 'yaml'), description: 'Wins over the Accept header; json unless either says.' },
}

const seedAnswer = { schema: ref('Seed'), example: seedExample, isYaml: true }
const seedBody = { ...seedAnswer, isNeeded: true }

export const stateCalls: CallGroup = {
  tag: 'Seed and state',
  description: 'What the services hold, as a seed.',
  calls: {
    'GET /seed': { query: format, answer: seedAnswer },
    'PUT /seed': { body: seedBody, answer: DONE, refusals: ['invalid_seed'] },
    'GET /state': { query: format, answer: seedAnswer },
    'PUT /state': { body: seedBody, answer: DONE, refusals: ['invalid_seed'] },
    'PATCH /state': { body: seedBody, answer: DONE, refusals: ['invalid_seed'] },
  },
}

export const faultCalls: CallGroup = {
  tag: 'Faults',
  description: 'What goes wrong, on purpose.',
  calls: {
    'GET /faults': {
      answer: { schema: object({ faults: list(ref('InstalledFault')) }), example: { faults: [installed] } },
    },
    'POST /faults': {
      body: {
        schema: v.union([fault, faults]),
        example: { match, status: 503, times: 2 },
        isNeeded: true,
        isYaml: true,
      },
      answer: {
        status: 201,
        schema: {
          anyOf: [ref('InstalledFault'), object({ faults: list(ref('InstalledFault')) })],
          description: 'The fault, or the faults where a list was sent.',
        },
        example: installed,
      },
      refusals: ['invalid_seed', 'conflict'],
    },
    'DELETE /faults': {},
    'GET /faults/:id': { answer: { schema: ref('InstalledFault'), example: installed } },
    'PATCH /faults/:id': {
      body: { schema: patchBody, example: { enabled: false }, isNeeded: true },
      answer: { schema: ref('InstalledFault'), example: { ...installed, enabled: false } },
    },
    'DELETE /faults/:id': {},
  },
}
