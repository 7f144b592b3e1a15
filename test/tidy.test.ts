import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { BANS, BUDGETS, MAY_IMPORT } from './support/house-rules.js'

/** Style that no compiler checks: imports between folders, code that may be in one place only, and sizes. */

const root = resolve(import.meta.dirname, '..')

/** Folders of sources other than src/. */
const BESIDE = ['conformance', 'dashboard', 'lab']

/** Paths from the top, without a leading `src/`. */
const files = ['src', ...BESIDE].flatMap((folder) =>
  sources(join(root, folder)).map((file) => nameOf(join(root, folder, file))),
)

test('no folder imports from one that it may not', () => {
  const crossings = files
    .flatMap((file) => imports(file).map((target) => ({ file, target })))
    .filter(({ file, target }) => folderOf(file) !== folderOf(target))
  expect(
    crossings.filter(({ file, target }) => !MAY_IMPORT[folderOf(file)]?.includes(folderOf(target))),
  ).toEqual([])
})

test('the lab and its tests import the package by its name, and nothing of the emulator', () => {
  const lab = files.filter((file) => file.startsWith('lab/'))
  expect(lab.length).toBeGreaterThan(40)
  const named = lab.flatMap((file) => [...readSource(file).matchAll(/(?:from|import\()\s*'([^.'][^']*)'/g)])
  expect(
    named.map(([, name = '']) => name).filter((name) => !/^(?:node:.*|tristore-emulator)$/.test(name)),
  ).toEqual([])
  const tests = sources(join(root, 'test/lab'))
  expect(tests.length).toBeGreaterThan(10)
  expect(
    tests.filter((file) => /'[./]*\/src\//.test(readFileSync(join(root, 'test/lab', file), 'utf8'))),
  ).toEqual([])
})

test('the emulator loads the lab only if it is asked for it', () => {
  const named =
    /^(import type |import |)[^\n]*(?:from |import\()'(?:tristore-emulator\/lab|[./]+\/lab\/[^']+)'/gm
  const imported = files
    // The last one names it for people.
    .filter((file) => !file.startsWith('lab/') && file !== 'client/moved.ts')
    .flatMap((file) => [...readSource(file).matchAll(named)].map(([, how = '']) => `${file} ${how}`.trim()))
  expect(imported.filter((one) => !one.endsWith('import type'))).toEqual([
    'cli/commands/conduct.ts',
    'cli/commands/sweep.ts',
    'cli/commands/sweep.ts',
    'integrations/vitest.ts',
  ])
})

test('the dashboard imports no code that needs more than a browser', () => {
  const bundled = new Set(files.filter((file) => file.startsWith('dashboard/')))
  for (const file of bundled) for (const target of imports(file, 'values')) bundled.add(target)
  const plain =
    /^(?:dashboard|core|contract)\/|^client\/(?:admin-client|error)\.ts$|^domain\/faults\/connection-faults\.ts$/
  expect([...bundled].filter((file) => !plain.test(file))).toEqual([])
  const needsNode = /'node:|\bBuffer\b|\bNodeJS\b/
  expect([...bundled].filter((file) => needsNode.test(readSource(file)))).toEqual([])
})

test('in the dashboard, parts do not import what is made of them', () => {
  const floors = ['lib', 'components', 'features', 'views']
  const floorOf = (file: string): number => floors.indexOf(file.split('/')[1] ?? '')
  const climbs = files
    .filter((file) => file.startsWith('dashboard/') && floorOf(file) !== -1)
    .flatMap((file) => imports(file).map((target) => ({ file, target })))
    .filter(({ file, target }) => target.startsWith('dashboard/') && floorOf(target) > floorOf(file))
  expect(climbs).toEqual([])
})

test('only texts for one kind of record import the inside of a service', () => {
  const knows = /^(?:services|client|dashboard|cli\/output)\/|^index\.ts$/
  const others = files.filter((file) => !knows.test(file))
  expect(others.length).toBeGreaterThan(300)
  expect(others.filter((file) => imports(file).some((target) => /^services\/\w+\//.test(target)))).toEqual([])
})

test('the rules of a service import nothing from request/', () => {
  const rules = files.filter((file) => /^services\/\w+\/(?!operations|paging|gates|errors|wire)/.test(file))
  expect(rules.length).toBeGreaterThan(5)
  expect(rules.filter((file) => imports(file).some((target) => target.startsWith('request/')))).toEqual([])
})

test('the model that services are compared with shares no code with the emulator', () => {
  const model = 'conformance/model/'
  const taken = files.filter((file) => file.startsWith(model)).flatMap((file) => imports(file))
  expect(taken.filter((file) => !file.startsWith(model))).toEqual([])
})

test('code that may be in one place only is nowhere else', () => {
  const strays = files.flatMap((file) =>
    readSource(file)
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(?:\*|\/\/|\/\*)/.test(line)
          ? []
          : BANS.filter(
              ({ pattern, home }) => pattern.test(line) && !home.some((place) => file.startsWith(place)),
            ).map(({ instead }) => `${file}:${index + 1} ${line.trim()}: ${instead}`),
      ),
  )
  expect(strays).toEqual([])
})

/** Leaves out what `npm run generate` writes, whose types are those of schemas once more. */
const byHand = files.filter((file) => !readSource(file).startsWith('// Written from'))

/**
 * Type names that may be exported twice. Entries for different tools use the same names for the same things, and a part
 * of a seed has one name for its type in editors and for its checked type.
 */
const SHARED_NAMES = ['EmulatorTest', 'FaultMatch', 'LinkedClock', 'TestOptions', 'Usage']

test('no two exported types have the same name', () => {
  const declared = byHand.flatMap((file) =>
    [...readSource(file).matchAll(/^export (?:abstract )?(?:class|enum|interface|type) (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  const twice = declared.filter((name, at) => declared.indexOf(name) !== at && !SHARED_NAMES.includes(name))
  expect(twice).toEqual([])
})

test('an exported type is named after its content', () => {
  const vague =
    /^export (?:abstract )?(?:class|enum|interface|type) (\w*(?:Place|Reading|Found|Taken|Making)(?![a-z])\w*)/gm
  expect(files.flatMap((file) => [...readSource(file).matchAll(vague)].map(([, name]) => name))).toEqual([])
})

test('no folder has more than 22 files', () => {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 22)).toEqual([])
})

test('no file imports itself through others, types included', () => {
  expect(circles(new Map(files.map((file) => [file, imports(file)])))).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const long = byHand.filter((file) => readSource(file).split('\n').length > 300)
  expect(long).toEqual([])
})

test.each(Object.entries(BUDGETS))('%s has grown neither in lines nor in files', (folder, budget) => {
  const names = sources(join(root, folder), /\.(?:tsx?|css|html|js)$/).filter(
    (name) => !name.startsWith('dist'),
  )
  const lines = names.map((name) => readFileSync(join(root, folder, name), 'utf8').split('\n').length - 1)
  const size = { lines: lines.reduce((sum, count) => sum + count, 0), files: names.length }
  expect(size.lines, `lines of ${folder}`).toBeLessThanOrEqual(budget.lines)
  expect(size.files, `files of ${folder}`).toBeLessThanOrEqual(budget.files)
})

test('no request runs more functions than it may', () => {
  const printed = execFileSync(process.execPath, ['test/bench/coverage.js'], { cwd: root, encoding: 'utf8' })
  expect(printed).toContain('PUT of a key')
})

test('no test is skipped, focused or left for later', () => {
  const marked = sources(join(root, 'test')).filter((file) =>
    /\b(?:it|test|describe)\.(?:skip|skipIf|only|todo)\b/.test(
      readFileSync(join(root, 'test', file), 'utf8'),
    ),
  )
  expect(marked.filter((file) => file !== 'tidy.test.ts')).toEqual([])
})

/** Returns a path through each group of files that import each other. */
function circles(importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start !== -1) found.push([...path.slice(start), file].join(' -> '))
    if (start !== -1 || done.has(file)) return
    for (const target of importsOf.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of importsOf.keys()) visit(file, [])
  return found
}

/** Hand-written sources. The tests of tools leave test/openapi/generated.ts behind. */
function sources(folder: string, ending = /\.tsx?$/): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'generated.ts')
    .flatMap((entry) =>
      entry.isDirectory()
        ? sources(join(folder, entry.name), ending).map((path) => join(entry.name, path))
        : [entry.name].filter((name) => ending.test(name)),
    )
    .sort()
}

function readSource(file: string): string {
  return readFileSync(pathOf(file), 'utf8')
}

function pathOf(file: string): string {
  return join(root, BESIDE.includes(folderOf(file)) ? '' : 'src', file)
}

function nameOf(path: string): string {
  return relative(root, path).replace(/^src\//, '')
}

function folderOf(file: string): string {
  const folder = dirname(file).split('/')[0]
  return folder === undefined || folder === '' ? '.' : folder
}

/** The sources that a file imports, statically or on first use. `values` leaves out type imports. */
function imports(file: string, which: 'values' | 'types too' = 'types too'): string[] {
  const all = readSource(file)
  const text = which === 'values' ? all.replace(/^(?:import|export) type [^']*'[^']*'/gm, '') : all
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.map((specifier) => {
    const path = resolve(dirname(pathOf(file)), specifier)
    const source = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((name) =>
      existsSync(name),
    )
    return nameOf(source ?? path)
  })
}
