import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Explored, ExploreOptions, SweepOptions, Swept } from '../lab/index.js'
import * as lab from '../lab/index.js'
import type {
  ConnectOptions,
  EmulatorClient,
  EmulatorOptions,
  FailureOptions,
  HistoryRange,
  HoldOptions,
  MoveOptions,
  NewToken,
  Receipt,
  RequestFilter,
  ResetOptions,
  TimelineRange,
  WorldClient,
  WorldOptions,
} from '../src/index.js'
import * as library from '../src/index.js'
import * as msw from '../src/integrations/msw.js'
import * as playwright from '../src/integrations/playwright.js'
import * as vitest from '../src/integrations/vitest.js'

/** A change here is a change for the package's users. */

const root = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const ENTRIES = {
  '.': {
    source: 'index',
    module: library,
    exports: [
      'EmulatorError',
      'connectEmulator',
      'defineService',
      'explore',
      'startEmulator',
      'sweep',
      'tellFailure',
    ],
  },
  './lab': {
    source: 'lab',
    module: lab,
    exports: ['ExploreFailure', 'SweepFailure', 'conduct', 'explore', 'sweep'],
  },
  './vitest': { source: 'integrations/vitest', module: vitest, exports: ['createTest', 'linkClock', 'test'] },
  // Imported for its side effect.
  './clock': { source: 'integrations/clock', module: {}, exports: [] },
  './msw': { source: 'integrations/msw', module: msw, exports: ['emulatorHandler'] },
  './playwright': {
    source: 'integrations/playwright',
    module: playwright,
    exports: ['createTest', 'linkClock', 'test'],
  },
  // test/integrations/testcontainers.test.ts imports it.
  './testcontainers': { source: 'integrations/testcontainers' },
}

describe('the package', () => {
  test('the package has these entries', () => {
    expect(Object.keys(manifest.exports)).toEqual([
      ...Object.keys(ENTRIES),
      './seed.schema.json',
      './package.json',
    ])
  })

  test.each(Object.entries(ENTRIES))('the package has the entry %s', (entry, { source, ...imported }) => {
    if ('module' in imported) expect(Object.keys(imported.module).sort()).toEqual(imported.exports)
    const types = source === 'lab' ? 'lab/index' : source
    const esModule = { types: `./dist/types/${types}.d.mts`, default: `./dist/${basename(source)}.js` }
    const commonJs = { types: `./dist/types/${types}.d.ts`, default: `./dist/${basename(source)}.cjs` }
    // Neither vitest nor an entry that waits for an emulator before the application starts can be required.
    const isModuleOnly = entry === './vitest' || entry === './clock'
    const expected = isModuleOnly ? esModule : { import: esModule, require: commonJs }
    expect(manifest.exports[entry]).toEqual(expected)
  })
})

test('compilers with the module resolution of Node 10 find the entries that can be required', () => {
  const required = Object.keys(ENTRIES).filter((entry) => manifest.exports[entry].require && entry !== '.')
  const types = required.map((entry) => [entry.slice(2), [manifest.exports[entry].require.types]])
  expect(manifest.typesVersions).toEqual({ '*': Object.fromEntries(types) })
})

test('the peer dependencies of the entries are optional', () => {
  for (const peer of Object.keys(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true })
  }
})

test('an emulator has these members', () => {
  expectTypeOf(library.startEmulator).toEqualTypeOf<(options?: EmulatorOptions) => Promise<EmulatorClient>>()
  expectTypeOf(library.connectEmulator).returns.toEqualTypeOf<EmulatorClient>()
  expectTypeOf<keyof EmulatorClient>().toEqualTypeOf<
    | 'baseUrl'
    | 'dbBaseUrl'
    | 'adminUrl'
    | 'clock'
    | 'faults'
    | 'hold'
    | 'requests'
    | 'request'
    | 'conduct'
    | 'contract'
    | 'history'
    | 'diff'
    | 'timeline'
    | 'documents'
    | 'projects'
    | 'undo'
    | 'bundle'
    | 'har'
    | 'usage'
    | 'reset'
    | 'state'
    | 'snapshots'
    | 'world'
    | 'namespaces'
    | 'stores'
    | 'databaseKeys'
    | 'tokens'
    | 'profile'
    | 'fetch'
    | 'shutdown'
    | 'close'
    | typeof Symbol.asyncDispose
  >()
  expectTypeOf<keyof EmulatorClient['clock']>().toEqualTypeOf<
    'get' | 'set' | 'advance' | 'to' | 'freeze' | 'unfreeze' | 'rate'
  >()
  expectTypeOf<EmulatorClient['fetch']>().toEqualTypeOf<typeof globalThis.fetch>()
  expectTypeOf<EmulatorClient['world']>().returns.resolves.toEqualTypeOf<WorldClient>()
  expectTypeOf<Exclude<keyof WorldClient, keyof EmulatorClient>>().toEqualTypeOf<
    'id' | 'traceparent' | 'baggage' | 'credential'
  >()
  expectTypeOf<Receipt['keysExpired']['count']>().toEqualTypeOf<number>()
})

test('what has moved to the lab says so', async () => {
  const moved = (name: string) => `${name} has moved: import { ${name} } from 'tristore-emulator/lab'`
  expect(library.sweep).toThrow(moved('sweep'))
  expect(library.explore).toThrow(moved('explore'))
  const { conduct } = library.connectEmulator('http://127.0.0.1')
  await expect(conduct()).rejects.toThrow(moved('conduct'))
})

test('explore and sweep pass the same kind of world', () => {
  expectTypeOf<Parameters<Explored<void>>[0]>().toEqualTypeOf<WorldClient>()
  expectTypeOf<Parameters<Swept>[0]>().toEqualTypeOf<WorldClient>()
})

test('an option may be undefined, even with exactOptionalPropertyTypes', () => {
  type Optional<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? Name : never }[keyof T]
  type Undefined<T> = { [Name in Optional<T>]: undefined }
  expectTypeOf<Undefined<{ a?: string }>>().not.toExtend<{ a?: string }>()
  expectTypeOf<Undefined<EmulatorOptions>>().toExtend<EmulatorOptions>()
  expectTypeOf<Undefined<NonNullable<EmulatorOptions['clock']>>>().toExtend<EmulatorOptions['clock']>()
  expectTypeOf<Undefined<ConnectOptions>>().toExtend<ConnectOptions>()
  expectTypeOf<Undefined<WorldOptions>>().toExtend<WorldOptions>()
  expectTypeOf<Undefined<ResetOptions>>().toExtend<ResetOptions>()
  expectTypeOf<Undefined<NewToken>>().toExtend<NewToken>()
  expectTypeOf<Undefined<MoveOptions>>().toExtend<MoveOptions>()
  expectTypeOf<Undefined<HoldOptions>>().toExtend<HoldOptions>()
  expectTypeOf<Undefined<HistoryRange>>().toExtend<HistoryRange>()
  expectTypeOf<Undefined<TimelineRange>>().toExtend<TimelineRange>()
  expectTypeOf<Undefined<RequestFilter>>().toExtend<RequestFilter>()
  expectTypeOf<Undefined<FailureOptions>>().toExtend<FailureOptions>()
  expectTypeOf<Undefined<SweepOptions>>().toExtend<SweepOptions>()
  expectTypeOf<Undefined<ExploreOptions<void>>>().toExtend<Partial<ExploreOptions<void>>>()
})

describe('an export has a doc comment with an example', () => {
  /** The exported names of an entry, each with the file that declares it. */
  function exportsOf(entry: string): [name: string, file: string][] {
    const text = readFileSync(join(root, `${entry}.ts`), 'utf8')
    const own = [...text.matchAll(/^export (?:async )?(?:function|class|const|type|interface) (\w+)/gm)]
    const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']+)\.js'/gm)]
    return [
      ...own.map(([, name = '']): [string, string] => [name, `${entry}.ts`]),
      ...passedOn.flatMap(([, names = '', file]) =>
        names.split(',').map((name): [string, string] => [
          name
            .replace('type', '')
            .replace(/ as .*/, '')
            .trim(),
          join(dirname(entry), `${file}.ts`),
        ]),
      ),
    ]
  }

  const all = Object.values(ENTRIES).flatMap(({ source }) =>
    exportsOf(source === 'lab' ? 'lab/index' : `src/${source}`),
  )

  test.each(all)('the export %s has a doc comment with an example', (name, file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const declared = text.search(
      new RegExp(`^export (?:async )?(?:function|class|const|type|interface) ${name}\\b`, 'm'),
    )
    const before = text.slice(0, declared).trimEnd()
    expect(before.endsWith('*/')).toBe(true)
    expect(before.slice(before.lastIndexOf('/**'))).toContain('@example')
  })
})
