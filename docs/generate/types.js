import { answerTypes } from './answers.js'
import { alwaysIn, choiceOf, interfaceOf, keyOf, literal, namesIn, union } from './interfaces.js'

/**
 * Types for users, written from the schemas, so that editors show the description of each member. The files are
 * committed; test/docs/types.test.ts compares them.
 *
 * @param {object} seed the JSON Schema of seeds, which `emulator schema` prints
 * @param {object} openapi the document that GET /_admin/openapi.json gives
 * @returns {Record<string, string>} the text of each file, by its path
 */
export function typeFiles(seed, openapi) {
  const { profile, faults } = seed.properties
  return {
    'src/domain/profile/profile-types.ts': [
      WRITTEN,
      '',
      '/**',
      ' * All options with their current values. Profiles are immutable, so changing one creates a new one.',
      ' *',
      ' * @example',
      ' * const { kv } = await emulator.profile.get()',
      ' */',
      ...interfaceOf('Profile', profile),
      '',
    ].join('\n'),
    'src/domain/profile/default-profile.ts': [
      WRITTEN,
      '',
      "import type { Profile } from './profile-types.js'",
      '',
      "/** The default of every option, so that startup doesn't need the schema. */",
      `export const defaultProfile: Profile = ${defaultsOf(profile, '')}`,
      '',
    ].join('\n'),
    'src/domain/faults/fault-object.ts': [
      WRITTEN,
      '',
      "import type { OperationGlob } from '../../contract/operations.js'",
      "import type { ConnectionFault } from './connection-faults.js'",
      '',
      '/** Which calls a fault is for: all given fields must hold. */',
      ...interfaceOf('MatchObject', faults.items.properties.match, { operation: 'OperationGlob' }),
      '',
      '/** A fault as a seed, a call or a test gives it. */',
      ...interfaceOf('FaultObject', faults.items, { match: 'MatchObject', connection: 'ConnectionFault' }),
      '',
    ].join('\n'),
    'src/client/seed-object.ts': seedObject(seed),
    'src/client/answers.ts': answerTypes(openapi),
  }
}

/** The defaults of the options of a section, as the text of an object. */
function defaultsOf({ properties }, indent) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const value =
      schema.properties === undefined ? literal(schema.default) : defaultsOf(schema, `${indent}  `)
    return `${indent}  ${keyOf(name)}: ${value},\n`
  })
  return `{\n${members.join('')}${indent}}`
}

/** Plain data, which is less exact than the schema where editors should complete what they can. */
function seedObject(seed) {
  const { clock, namespaces, stores, database, resume } = seed.properties
  const namespace = namespaces.items
  const [kvEntry, configEntry] = [namespace, stores.items].map(({ properties }) => properties.entries.items)
  const { rateLimit, keys, projects, documents } = database.properties
  const { key, ...scope } = keys.items.properties
  return [
    WRITTEN,
    '',
    ...SEED_HEAD,
    '/** Where the virtual clock starts. */',
    ...interfaceOf('SeedClock', clock),
    '',
    '/** Some limits of a namespace; 0 allows none. */',
    'export type SomeLimits = { readonly [Name in keyof Limits]?: number }',
    '',
    '/** An API key of a namespace or of a store. */',
    ...interfaceOf('ScopedKeyObject', namespace.properties.keys.items, { scope: 'OneOf<Scope>' }),
    '',
    ...choiceOf('EntryValue', namesIn(kvEntry.oneOf), kvEntry.properties, false, MOMENTS),
    '',
    ...choiceOf('Lifetime', namesIn(kvEntry.anyOf), kvEntry.properties, true, MOMENTS),
    '',
    ...interfaceOf('KvEntryFields', alwaysIn(kvEntry), MOMENTS),
    '',
    '/** An entry of a namespace. */',
    'export type KvEntryObject = KvEntryFields & EntryValue & Lifetime',
    '',
    ...interfaceOf('ConfigEntryFields', alwaysIn(configEntry), MOMENTS),
    '',
    '/** An entry of a config store. */',
    'export type ConfigEntryObject = ConfigEntryFields & EntryValue',
    '',
    '/** A namespace of the key-value store. */',
    ...interfaceOf('NamespaceObject', namespace, {
      limits: 'SomeLimits',
      usage: 'Usage',
      keys: 'readonly ScopedKeyObject[]',
      entries: 'readonly KvEntryObject[]',
    }),
    '',
    '/** A store of the config store. */',
    ...interfaceOf('StoreObject', stores.items, {
      keys: 'readonly ScopedKeyObject[]',
      entries: 'readonly ConfigEntryObject[]',
    }),
    '',
    '/**',
    ' * The records that a key of the database sees; one that names neither documents nor projects sees everything.',
    ' *',
    ' * @example',
    " * const scope: DatabaseScope = { projects: [10], documents: [1, 2], outOfScope: 'forbidden' }",
    ' */',
    ...interfaceOf(
      'DatabaseScope',
      { properties: scope },
      {
        projects: 'readonly RecordId[]',
        documents: 'readonly RecordId[]',
        outOfScope: "OneOf<'empty' | 'forbidden'>",
      },
    ),
    '',
    '/** An API key of the database. */',
    ...interfaceOf('DatabaseKeyObject extends DatabaseScope', { properties: { key }, required: ['key'] }),
    '',
    '/** A project of the database. */',
    ...interfaceOf('ProjectObject', projects.items, { id: 'RecordId' }),
    '',
    '/** A document of the database. */',
    ...interfaceOf('DocumentObject', documents.items, { id: 'RecordId', project: 'RecordId' }),
    '',
    '/** How many requests a key of the database may make. */',
    ...interfaceOf('RateLimitObject', rateLimit),
    '',
    '/** The document database. */',
    ...interfaceOf('DatabaseObject', database, {
      rateLimit: 'RateLimitObject',
      keys: 'readonly DatabaseKeyObject[]',
      projects: 'readonly ProjectObject[]',
      documents: 'readonly DocumentObject[]',
    }),
    '',
    `type ResumePart = ${union(Object.keys(resume.properties).map(literal))}`,
    '',
    '/** Where an exported state goes on from. */',
    'export type ResumeObject = { readonly [Name in ResumePart]?: Readonly<Record<string, unknown>> }',
    '',
    '/**',
    ' * A seed as plain data, as a seed file has it.',
    ' *',
    ' * @example',
    " * const seed: SeedObject = { stores: [{ id: 'ec_demo_starter', entries: [{ key: 'banner', value: 'hello' }] }] }",
    ' */',
    ...interfaceOf('SeedObject', seed, {
      version: 'number',
      clock: 'SeedClock',
      profile: 'ProfilePatch',
      namespaces: 'readonly NamespaceObject[]',
      stores: 'readonly StoreObject[]',
      database: 'DatabaseObject',
      faults: 'readonly FaultObject[]',
      resume: 'ResumeObject',
    }),
    '',
  ].join('\n')
}

const MOMENTS = {
  createdAt: 'MomentText',
  updatedAt: 'MomentText',
  expiresAt: 'MomentText',
  value: 'unknown',
}

const SEED_HEAD = [
  "import type { Scope } from '../contract/values.js'",
  "import type { FaultObject } from '../domain/faults/fault-object.js'",
  "import type { ProfilePatch } from '../domain/profile/profile.js'",
  "import type { Limits } from '../domain/quotas.js'",
  "import type { Usage } from '../seed/schema/usage.js'",
  '',
  '/**',
  ' * An id of a record, an int64: as text if a number would lose its last digits.',
  ' *',
  ' * @example',
  " * const ids: RecordId[] = [1, '9007199254740993'] // digits if a number would lose some",
  ' */',
  'export type RecordId = number | string',
  '',
  '/** An instant (ISO 8601, or ms since 1970), or a duration from the origin of the world: "+10m", "-1h". */',
  'export type MomentText = string | number',
  '',
  '/** Editors complete these values; a seed that was imported from a JSON file has texts that may be any. */',
  'type OneOf<T extends string> = T | (string & {})',
  '',
]

const WRITTEN = '// Written from the schema of seeds by `npm run generate`.'
