import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Compiles the examples in doc comments, with an emulator, a world and a test at hand. */

const root = resolve(import.meta.dirname, '../..')

/** The names that examples may use without declaring them. */
const AT_HAND = `
  declare const emulator: import('ROOT/src/client/emulator-client.js').EmulatorClient
  declare const world: import('ROOT/src/client/emulator-client.js').WorldClient
  declare const hold: import('ROOT/src/client/holds.js').Hold
  declare const request: import('ROOT/src/client/holds.js').HeldRequest
  declare const container: import('ROOT/src/integrations/testcontainers.js').StartedEmulatorContainer
  declare const page: import('@playwright/test').Page
  // Node's test runner has \`passed\` from 20.19 on, but the types of that version lack it.
  declare const t: { readonly name: string; readonly passed: boolean; after(run: () => unknown): void }
  declare const test: (name: string, run: (test: typeof t) => Promise<void>) => void
  declare const expect: typeof import('vitest').expect
  declare const vi: typeof import('vitest').vi
  declare const addOne: (world: { readonly baseUrl: string }) => Promise<void>
  declare const read: (world: { readonly baseUrl: string }) => Promise<number>
  declare const checkout: (baseUrl: string, options?: { readonly signal: AbortSignal }) => Promise<void>
  declare const runProcess: typeof checkout
  declare const logIn: typeof addOne
  declare const run: never
  declare const failure: import('ROOT/lab/explore/report.js').ExploredFailure
  declare class Shop {
    constructor(addresses: { readonly kvBaseUrl: string; readonly dbBaseUrl?: string })
    login(name: string): Promise<void>
    user(): Promise<string | undefined>
  }
`

test('the examples of doc comments compile', { timeout: 120_000 }, async () => {
  mkdirSync(join(root, 'node_modules/.doc-examples'), { recursive: true })
  const folder = mkdtempSync(join(root, 'node_modules/.doc-examples/run-'))
  try {
    const examples = sources().flatMap((file) => examplesOf(file).map((code) => ({ file, code })))
    expect(examples.length).toBeGreaterThan(50)
    for (const [index, { file, code }] of examples.entries())
      writeFileSync(join(folder, `${file.replace(/\W/g, '_')}_${index}.ts`), moduleOf(file, code))
    writeFileSync(join(folder, 'at-hand.d.ts'), AT_HAND.replaceAll('ROOT', root))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const done = await promisify(execFile)(process.execPath, [tsc, '--project', folder], { cwd: root }).catch(
      (error: { readonly stdout: string }) => error,
    )
    expect(done.stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const CONFIG = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    lib: ['es2023', 'esnext.disposable'],
    paths: {
      'tristore-emulator': [join(root, 'src/index.ts')],
      'tristore-emulator/lab': [join(root, 'lab/index.ts')],
      'tristore-emulator/*': [join(root, 'src/integrations/*.ts')],
      testcontainers: [join(root, 'test/node_modules/testcontainers/build/index.d.ts')],
    },
    noUnusedLocals: false,
    verbatimModuleSyntax: false,
  },
  include: ['.'],
  exclude: [],
}

/** Makes an example a module that imports the names it uses from its source and from the package. */
function moduleOf(file: string, code: string): string {
  const own = exportsOf(readFileSync(join(root, file), 'utf8'))
  const declared = [...code.matchAll(/(?:const|let|function|import) \{?\s*(\w+)/g)].map(([, name]) => name)
  const used = new Set(code.match(/\b[A-Za-z]\w+/g))
  const wanted = (names: readonly string[]): string[] =>
    names.filter((name) => used.has(name) && !declared.includes(name))
  const fromLab = wanted(LAB).filter((name) => !own.includes(name))
  const fromIndex = wanted(PUBLIC).filter((name) => !own.includes(name) && !fromLab.includes(name))
  return [
    `import { ${wanted(own).join(', ')} } from '${join(root, file).replace(/\.ts$/, '.js')}'`,
    `import { ${fromIndex.join(', ')} } from '${join(root, 'src/index.js')}'`,
    `import { ${fromLab.join(', ')} } from '${join(root, 'lab/index.js')}'`,
    `import { readFile, writeFile } from 'node:fs/promises'`,
    code,
    'export {}',
  ].join('\n')
}

/** Both those it declares and those it re-exports. */
function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:async |abstract )?(?:function|class|interface|type|const) (\w+)/gm,
  )
  const handedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(','),
  )
  return [
    ...new Set([
      ...[...declared].map(([, name = '']) => name),
      ...handedOn.map((name) => name.replace(/\btype\b|.* as /g, '').trim()),
    ]),
  ]
}

const PUBLIC = exportsOf(readFileSync(join(root, 'src/index.ts'), 'utf8'))
const LAB = exportsOf(readFileSync(join(root, 'lab/index.ts'), 'utf8'))

/** Parts of the emulator whose examples use the constants next to them. */
const INSIDE = ['src/admin/call.ts', 'src/admin/router.ts', 'src/contract/answer-schema.ts']

/** The sources whose comments users see. */
function sources(): string[] {
  return ['src', 'lab']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((name) => name.endsWith('.ts') && !INSIDE.includes(name))
    .sort()
}

function examplesOf(file: string): string[] {
  const comments = readFileSync(join(root, file), 'utf8').match(/\/\*\*.*?\*\//gs) ?? []
  return comments.flatMap((comment) =>
    comment
      .replaceAll(/^\s*\*\/?[^\S\n]?|\*\/$/gm, '')
      .split(/^@example\b/m)
      .slice(1)
      .map((example) => (example.split(/^@\w+/m)[0] ?? '').trim()),
  )
}
