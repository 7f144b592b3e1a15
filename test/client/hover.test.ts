import { join } from 'node:path'
// Uses the compiler of test/package.json, because the project's own has no API for programs.
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Asks the compiler for hover texts as editors do. */

const root = join(import.meta.dirname, '../..')

const FILE = join(root, 'test/client/hovered.ts')
const TEXT = `import type { SeedObject } from '../../src/client/seed-object.js'
import type * as answers from '../../src/client/answers.js'
export const seed: SeedObject = {
  profile: { kv: { putStatus: 201, defaultLimits: { reads: 5 } }, errors: { codes: { '404': 'none' } } },
  faults: [{ effect: 'after' }],
}
export const namespace = ({ limitsInForce, monthKey }: answers.NamespaceInfo) => [limitsInForce, monthKey]
export const clock = ({ rate, realNow }: answers.ClockInfo) => [rate, realNow]
export const details = ({ absence, counted, explain }: answers.RequestDetails) => [absence, counted, explain.fixes]
export const receipt = ({ keysRevived, faultWindows }: answers.Receipt) => [keysRevived, faultWindows.reopened]
export const timeline = ({ expired, tokens }: answers.Timeline) => [expired, tokens]
export const usage = ({ operations, namespaces }: answers.Usage) => [operations, namespaces.ns_a?.share]
export const history = ({ oldest, began }: answers.HistoryInfo) => [oldest, began.behind]
export const life = ({ credential }: answers.LifeEventInfo) => credential
export const fault = ({ remaining }: answers.InstalledFault) => remaining
export const undone = ({ requests }: answers.UndoInfo) => requests
export const contract = ({ gaps: [gap] }: answers.ContractInfo) => gap?.leanedOn
`

const service = ts.createLanguageService({
  getScriptFileNames: () => [FILE],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) => {
    const text = name === FILE ? TEXT : ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({
    module: ts.ModuleKind.NodeNext,
    strict: true,
    types: [],
    lib: ['lib.es5.d.ts'],
  }),
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  fileExists: (name) => name === FILE || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
})

test.each([
  ['profile', 'Fills gaps in the contract, by section'],
  ['kv', 'The key-value store.'],
  ['putStatus', 'The status for successfully putting an entry'],
  ['reads', 'Reads per month. Default: 1000000.'],
  ["'404'", 'The error code for a 404, or null for none. Default: null.'],
  ['effect', 'the operation never runs'],
])('an editor shows the help of %s', (member, what) => {
  const shown = service.getQuickInfoAtPosition(FILE, TEXT.indexOf(`${member}:`) + 1)
  expect(ts.displayPartsToString(shown?.documentation)).toContain(what)
})

test.each([
  ['limitsInForce', "The limits that apply: its own and, for the rest, the profile's."],
  ['monthKey', 'The current month in virtual time, as "YYYY-MM".'],
  ['realNow', "The emulator's real time when the clock was read"],
  ['absence', "The reason the entry doesn't exist"],
  ['counted', 'The monthly quota it counted towards.'],
  ['fixes', 'Empty unless the request was refused or hit a fault.'],
  ['keysRevived', 'expired keys that are live again'],
  ['reopened', 'windows that reopened'],
  ['expired', "Entries that have expired but haven't been removed yet."],
  ['tokens', 'When bearer tokens that were sent expire'],
  ['operations', 'Requests by operation.'],
  ['share', 'from 0 to 1'],
  ['oldest', 'The oldest point you can go back to'],
  ['behind', 'The last request of the previous life'],
  ['credential', 'The API key as it was sent'],
  ['remaining', 'The number of times it can still fire'],
  ['requests', 'The number of requests to the services that were undone'],
  ['leanedOn', 'The number of responses that used the option'],
])('an editor shows the text of %s, a member of an answer', (member, what) => {
  const shown = service.getQuickInfoAtPosition(FILE, TEXT.lastIndexOf(member) + 1)
  expect(ts.displayPartsToString(shown?.documentation)).toContain(what)
})
