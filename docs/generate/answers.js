import { interfaceOf } from './interfaces.js'

/**
 * The types of what the admin interface answers, as users of the library see them.
 *
 * @param {object} openapi the document that GET /_admin/openapi.json gives
 */
export function answerTypes({ paths, components: { schemas } }) {
  const answerOf = (path) => paths[path].get.responses[200].content['application/json'].schema
  const answers = ANSWERS.map(({ name, of, text, example, named, parent }) => {
    const found = of.startsWith('/')
      ? answerOf(of)
      : of.split('.').reduce((schema, key) => schema[key], schemas)
    // What is beside a schema of another name are its own members.
    const own = found.allOf?.find(({ $ref }) => $ref === undefined) ?? found
    const heading = parent === undefined ? name : `${name} extends ${parent}`
    return [...docs(text, example), ...interfaceOf(heading, withNames(own), named), '']
  })
  return [...HEAD, ...answers.flat()].join('\n')
}

const docs = (text, example) =>
  example === undefined
    ? [`/** ${text} */`]
    : ['/**', ...lines(text), ' *', ' * @example', ...lines(example), ' */']

const lines = (text) => text.split('\n').map((line) => ` * ${line}`)

/** Refers to a schema by the name of its type. */
function withNames(schema) {
  if (Array.isArray(schema)) return schema.map(withNames)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === '$ref' ? typeNamed(value) : withNames(value),
  ])
  return Object.fromEntries(entries)
}

/** A component without a type here stands only where `named` says which type it has. */
const typeNamed = (ref) => ANSWERS.find(({ of }) => ref.endsWith(`/${of}`))?.name ?? ref

const HEAD = [
  '// Written from the schemas of the admin interface by `npm run generate`.',
  '',
  "import type { OperationGlob, OperationId } from '../contract/operations.js'",
  "import type { AdminCallId, RequestId } from '../core/command-id.js'",
  "import type { Bounds } from '../domain/bounds.js'",
  "import type { ChangeArea } from '../domain/command.js'",
  "import type { JudgedToken } from '../domain/credentials.js'",
  "import type { FaultEffect } from '../domain/faults/fault.js'",
  "import type { Dropped, EndEffect } from '../domain/faults/holds.js'",
  "import type { ExplanationWithFixes } from '../inspect/explain.js'",
  "import type { RecordId } from './seed-object.js'",
  '',
]

/** `of` is the path of a call or the name of a component; `named` are types that a schema cannot say. */
const ANSWERS = [
  {
    name: 'ClockInfo',
    of: 'Clock',
    text: 'A reading of the virtual clock.',
    example: 'const { now, iso, mode, rate } = await emulator.clock.get()',
  },
  {
    name: 'Receipt',
    of: 'Receipt',
    text: `The events that a clock move crosses (docs/DESIGN.md section 3). Moves back undo what moves forward do, with members
of their own; those of the other direction are empty.`,
    example: "const { receipt } = await emulator.clock.advance('1d', { receipt: true })",
  },
  {
    name: 'Timeline',
    of: 'Timeline',
    text: 'Events that time alone causes within a period of virtual time. Times are in ms.',
    example: "const { expiries, months } = await emulator.timeline({ to: '2026-02-01' })",
  },
  {
    name: 'RequestSummary',
    of: 'RequestSummary',
    text: 'A request in the journal.',
    example: "const [last] = await emulator.requests({ operation: 'kv.get', limit: 1 })",
    named: { operation: 'OperationId | null' },
  },
  {
    name: 'RequestDetails',
    of: 'RequestDetails',
    parent: 'RequestSummary',
    text: 'A request with everything that is known about it.',
    example: "const { explain, requestBody } = await emulator.request('r1')",
    named: { explain: 'ExplanationWithFixes' },
  },
  {
    name: 'RequestCommandInfo',
    of: 'RequestCommand',
    text: 'A request to the services, in the log of a world.',
    example: "const requests = (await emulator.history()).commands.filter(({ kind }) => kind === 'request')",
    named: { operation: 'OperationId | null' },
  },
  {
    name: 'AdminCommandInfo',
    of: 'AdminCommand',
    text: 'An admin call that changed the world, in its log.',
    example: "const calls = (await emulator.history()).commands.filter(({ kind }) => kind === 'admin')",
    named: { area: 'ChangeArea' },
  },
  {
    name: 'BeginningInfo',
    of: 'Beginning',
    text: 'The beginning of a life of a world: a start, or a reset, which may have kept the requests of the previous life.',
    example: 'const { by, atIso } = (await emulator.history()).began',
  },
  {
    name: 'HistoryInfo',
    of: '/_admin/history',
    text: 'The log of a world, newest first.',
    example: "const { commands, oldest } = await emulator.history({ since: 'r1', limit: 10 })",
  },
  {
    name: 'LifeEventInfo',
    of: 'LifeEvent',
    text: 'A past or future event in the life of an entry or record.',
    example: "const events = await emulator.namespaces.entries.history('ns_shop_k3v9x2', 'flag:checkout')",
  },
  {
    name: 'StateChange',
    of: 'StateChange',
    text: 'A value that differs between two moments, and the command that changed it last.',
    example: `const [change] = await emulator.diff('r41', 'after:r41')
change // { path: '/namespaces/ns_a/usage/2026-01/reads', kind: 'changed', before: 7, after: 8, by: 'r41' }`,
  },
  {
    name: 'UndoInfo',
    of: 'Undone',
    text: 'The result of an undo.',
    example: "const { undone, requests } = await emulator.undo({ to: 'r41' })",
  },
  {
    name: 'SnapshotInfo',
    of: 'Snapshot',
    text: 'A state of a world that was kept under a name.',
    example: "const { name, atIso } = await emulator.snapshots.take('before')",
  },
  {
    name: 'NamespaceUsage',
    of: 'Usage.properties.namespaces.additionalProperties',
    text: `One namespace's usage. \`share\` is each figure relative to its limit, 1 being all of it, rounded to three digits;
reads, writes and lists of all months against one month's limit. Contains only what was used.`,
    example: `const { namespaces } = await emulator.usage()
namespaces['ns_shop_k3v9x2'] // { reads: 40, writes: 0, lists: 0, deletes: 0, share: { reads: 0.0004 } }`,
  },
  {
    name: 'Usage',
    of: 'Usage',
    text: `Usage of a run, as the services count it: without refused requests and without what the seed began with. Both members
contain only what was used.`,
    example: `const { operations, namespaces } = await emulator.usage()
operations['kv.get'] // 40
namespaces['ns_shop_k3v9x2']?.share.reads // 0.0004: 2,500 such runs use up a month`,
    named: {
      operations: '{ readonly [Id in OperationId]?: number }',
      namespaces: 'Readonly<Record<string, NamespaceUsage>>',
    },
  },
  { name: 'OperationInfo', of: 'Operation', text: 'One operation that the emulator answers.' },
  {
    name: 'GapInfo',
    of: 'Gap',
    text: 'A gap in the contract, and the option of the profile that fills it.',
  },
  {
    name: 'ContractInfo',
    of: '/_admin/contract',
    text: 'The operations of an emulator, and the gaps in the contract as data.',
    example: 'const { operations } = await emulator.contract()',
  },
  {
    name: 'InstalledFault',
    of: 'InstalledFault',
    text: 'A fault in force, and what it has done so far.',
    example: 'const { id, hits, remaining } = await emulator.faults.add({ status: 503, times: 2 })',
    named: { 'match.operation': 'OperationGlob' },
  },
  {
    name: 'HeldRequestInfo',
    of: 'HeldRequest',
    text: 'A request that is held.',
    example: 'const [first] = await hold.list()',
  },
  {
    name: 'ScopedKeyInfo',
    of: 'ScopedKey',
    text: 'A key of a namespace or a config store, as sent in X-KV-Key.',
    example:
      "const { key, scope } = await emulator.namespaces.createKey('ns_shop_k3v9x2', { scope: 'read' })",
  },
  {
    name: 'NamespaceInfo',
    of: 'Namespace',
    text: 'A namespace of the key-value store.',
    example: "const { usage, limitsInForce } = await emulator.namespaces.get('ns_shop_k3v9x2')",
  },
  {
    name: 'StoreInfo',
    of: 'Store',
    text: 'A config store.',
    example: "const { owner, keys } = await emulator.stores.get('ec_web_89daefd4')",
  },
  {
    name: 'DatabaseKeyInfo',
    of: 'DocumentsKey',
    text: 'A key of the database, as sent in X-API-Key; without `projects` and `documents` it sees everything.',
    example: 'const [first] = await emulator.databaseKeys.list()\nconst projects = first?.projects',
    named: { projects: 'readonly RecordId[]', documents: 'readonly RecordId[]' },
  },
  {
    name: 'BundledRequest',
    of: 'BundledRequest',
    text: 'A request with everything that its answer depends on.',
    named: {
      id: 'RequestId',
      headers: 'readonly (readonly [name: string, value: string])[]',
      token: 'JudgedToken',
      'holdEnd.fault': 'FaultEffect & { readonly id: string }',
      'holdEnd.release': 'EndEffect | Dropped',
    },
  },
  {
    name: 'BundledCall',
    of: 'BundledCall',
    text: 'An admin call that changed the world.',
    named: { id: 'AdminCallId', area: 'ChangeArea', state: 'Readonly<Record<string, unknown>>' },
  },
  { name: 'BundledAnswer', of: 'BundledAnswer', text: 'The answer to a request of a bundle.' },
  {
    name: 'Bundle',
    of: 'Bundle',
    text: `A run in one file: the world it started from, the commands that changed it, and their answers. Signatures of tokens
are blanked.`,
    example: "await writeFile('failed.tristore.json', JSON.stringify(await world.bundle()))",
    named: { 'options.bounds': 'Bounds', beginning: 'Readonly<Record<string, unknown>>' },
  },
  {
    name: 'WorldInfo',
    of: 'World',
    text: 'A world other than the default one, and its addresses.',
  },
]
