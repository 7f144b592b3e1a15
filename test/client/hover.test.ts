import { join } from 'node:path'
// The compiler of test/package.json, since the one of the project has no such interface for programs.
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The texts that an editor shows for the members of an option object, from the compiler as editors use it. */

const root = join(import.meta.dirname, '../..')

const FILE = join(root, 'test/client/hovered.ts')
const TEXT = `import type { SeedObject } from '../../src/client/seed-object.js'
export const seed: SeedObject = {
  profile: { kv: { putStatus: 201, defaultLimits: { reads: 5 } }, errors: { codes: { '404': 'none' } } },
  faults: [{ effect: 'after' }],
}
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
  ['profile', 'How the gaps of the contract behave, by section'],
  ['kv', 'The key-value store.'],
  ['putStatus', 'The status of a successful put of an entry'],
  ['reads', 'Reads a month. Default: 1000000.'],
  ["'404'", 'The error code of a 404; null: none. Default: null.'],
  ['effect', 'Whether the operation runs first'],
])('an editor shows the help of %s', (member, what) => {
  const shown = service.getQuickInfoAtPosition(FILE, TEXT.indexOf(`${member}:`) + 1)
  expect(ts.displayPartsToString(shown?.documentation)).toContain(what)
})
