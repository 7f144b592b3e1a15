import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { operations } from '../../../src/contract/operations.js'
import { compileGlob } from '../../../src/domain/faults/glob.js'
import { profileOptions } from '../../../src/domain/profile/options.js'
import { parseSeeds } from '../../../src/seed/parse.js'
import { jsonSchema } from '../../../src/seed/schema/json-schema.js'
import { STARTER_SEED } from '../../../src/seed/starter.js'
import { SeedProblems } from '../../../src/seed/text/problems.js'
import { services } from '../../../src/services/index.js'
import { queue } from '../../services/queue/service.js'
import { extent } from '../../support/extent.js'

/** The JSON schema for editors refuses and accepts the same seeds as the emulator. */

let isTaken: (data: unknown) => boolean
beforeAll(async () => {
  isTaken = compiled(services)
})

const compiled = (among: Parameters<typeof jsonSchema>[0]): ((data: unknown) => boolean) =>
  new Ajv2020({ allowUnionTypes: true, strict: false }).compile(jsonSchema(among))

const entry = (fields: string) => `namespaces: [{ id: ns_a_1, entries: [{ key: a, ${fields} }] }]`

describe('both refuse', () => {
  test.each([
    'namespaces: [{ id: shop_1 }]',
    'stores: [{ id: ns_a_1 }]',
    'namespaces: [{ idd: ns_a_1 }]',
    'clock: { now: soon }',
    'faults: [{ status: 503, from: soon }]',
    'faults: [{ status: 503, match: { operation: kv.putt } }]',
    'faults: [{ status: 503, match: { method: FETCH } }]',
    'faults: [{ status: 503, match: { path: v1/kv } }]',
    'faults: [{ status: 503, match: { path: "/documents?limit=1" } }]',
    'profile: { kv: { putStatu: 201 } }',
    'profile: { kvv: { putStatus: 201 } }',
    'profile: { kv: { defaultLimits: { deletes: 1 } } }',
    'profile: { errors: { codes: { "404": 1 } } }',
    'profile: { limits: { keyBytes: -1 } }',
    'database: { rateLimit: { requests: 1, per: 1min } }',
    entry('value: 1'),
    entry('ttlSeconds: 60'),
    entry("value: 1, json: '1', ttlSeconds: 60"),
    entry('value: 1, expiresAt: soon'),
    'stores: [{ id: ec_a_1, keys: [{ key: k, scope: raed }] }]',
    '$schema: 1',
  ])('the schema and the emulator both refuse %s', (text) => {
    expect(() => parseSeeds([{ name: 'seed', text }], services)).toThrow(SeedProblems)
    // Seeds are read with the core schema of YAML, which has no dates.
    expect(isTaken(parse(text, { schema: 'core' }))).toBe(false)
  })
})

const folder = resolve(import.meta.dirname, '../../../fixtures')

describe('both accept', () => {
  test.each([
    STARTER_SEED,
    ...readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
    '$schema: ./seed.schema.json',
    'clock: { now: 2026-01-31T23:59:00Z }',
    'clock: { now: 1769903940000 }',
    'faults: [{ status: 503, from: +10m, until: +1h30m, match: { operation: "kv.*" } }]',
    'faults: [{ status: 503, match: { operation: "k*et", method: get, path: "**/kv/*" } }]',
    'profile: { kv: { putStatus: 201 or 200, ttlMissing: 90, defaultLimits: { reads: 5 } } }',
    'profile: { errors: { codes: { "404": not_found, 5xx: null } }, limits: { keyCharacters: a-z } }',
    'database: { rateLimit: { requests: 60, per: 1m } }',
    entry('value: null, expiresAt: +30s'),
    entry('value: 1, expiresAt: "+{{index}}m", repeat: 3'),
    entry("json: '1.0', ttlSeconds: 60, createdAt: -1h"),
  ])('the schema and the emulator both accept the seed %#: %.60s', (text) => {
    parseSeeds([{ name: 'seed', text }], services)
    expect(isTaken(parse(text, { schema: 'core' }))).toBe(true)
  })
})

/** Operations of a service of your own, which the schema can't know. */
const OWN = /^(?!(?:kv|config|documents|projects)\.)[a-z][a-z0-9-]*\.[\w*]+$/

test('the schema accepts operations of services that only the emulator knows', () => {
  const text = 'faults: [{ status: 503, match: { operation: "leases.*" } }]'
  expect(isTaken(parse(text))).toBe(true)
  expect(() => parseSeeds([{ name: 'seed', text }], services)).toThrow(SeedProblems)
})

test('the schema knows the operations of every service that is handed in', () => {
  const accepts = compiled([...services, queue])
  const isGlob = (operation: string) => accepts({ faults: [{ status: 503, match: { operation } }] })
  expect(['queue.take', 'queue.t*', '*.take', 'kv.get'].map(isGlob)).toEqual([true, true, true, true])
  expect(['queue.takee', 'kv.take'].map(isGlob)).toEqual([false, false])
})

test('the schema and the emulator accept the same globs over operations', () => {
  // Built mostly from pieces of operations, because few other texts match anything.
  const piece = fc.oneof(
    fc.constantFrom('*', '**', '.', '/', '**/', '/**', 'kv', 'get', 'documents', 'create', 's.', 'x'),
    fc.constantFrom(...'kvgetdocumnsprjliaf'),
  )
  const made = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
  const id: fc.Arbitrary<string> = fc.constantFrom(...operations.map((operation) => operation.id))
  // An operation with some runs of characters replaced by stars.
  const starred = fc
    .tuple(id, fc.array(fc.tuple(fc.nat(16), fc.nat(4)), { maxLength: 3 }))
    .map(([text, cuts]) =>
      cuts.reduce<string>((now, [at, length]) => `${now.slice(0, at)}*${now.slice(at + length)}`, text),
    )
  fc.assert(
    fc.property(fc.oneof(made, starred), (operation) => {
      const matches = compileGlob(operation)
      const isSound = operations.some((one) => matches(one.id)) || OWN.test(operation)
      expect(isTaken({ faults: [{ status: 503, match: { operation } }] })).toBe(isSound)
    }),
    { numRuns: extent(100, 500) },
  )
})

test('every option of the profile has a description in the JSON schema', async () => {
  const { properties } = jsonSchema(services) as { properties: { profile: object } }
  for (const path of profileOptions().keys()) {
    const option = path
      .split('.')
      .reduce<unknown>((shape, name) => Reflect.get(Object(shape).properties, name), properties.profile)
    expect(Object(option).description, path).toMatch(/\.$/)
  }
})
