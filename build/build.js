// Bundles src/ into dist/, and the dashboard's page into dist/dashboard/. What a start does not need (faker, jose, …) is
// split into chunks that are loaded on first use. THIRD-PARTY-LICENSES says what was bundled.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { base, en, mergeLocales } from '@faker-js/faker'
import { build as buildStyles } from 'esbuild'
import { build } from 'rolldown'
import { licencesOf } from './licences.js'
import { FolderInMaking } from './place.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const made = new FolderInMaking(`${root}dist`)
const dist = made.path

/** The YAML library, in a file of its own: most starts need none. */
const YAML = './yaml.cjs'

/** Faker, in a file of its own: most seeds make nothing up. */
const FAKER = './faker.cjs'

/**
 * What lies in one file with all that a start needs, since it waits a tenth to a quarter of a ms for each. What reads seeds
 * lies in another: the starter seed takes none of it.
 */
const STARTED = [
  'services/index',
  'server/launch',
  'server/listen-failure',
  'server/named-files',
  'server/options/kinds',
  'inspect/mask',
  'history/bundle/format',
  'own-service/define',
  'own-service/load',
]

/** Files with some modules and all that these import. */
const GROUPS = [
  { name: 'launch', test: (id) => STARTED.some((module) => id.endsWith(`/src/${module}.ts`)) },
  { name: 'parse', test: /\/src\/seed\/parse\.ts$/ },
  // A start shares them with other commands, and would load a file for each.
  {
    name: 'command',
    test: /\/src\/cli\/(?:failure|write-file|options\/(?:options|values)|output\/format)\.ts$/,
  },
]

/** The words that Faker makes text of: most seeds ask for a few sections. */
const LOCALE = './locale/'

/** Errors are shown by the names of their classes. */
const keepNames = { function: false, class: true }
const KEEPING_CLASS_NAMES = { compress: { keepNames }, mangle: { keepNames }, codegen: true }

/** The entries of package.json's `exports` beside the library. */
const entries = {
  msw: 'src/integrations/msw.ts',
  playwright: 'src/integrations/playwright.ts',
  testcontainers: 'src/integrations/testcontainers.ts',
}
const library = 'src/index.ts'

// The library and the command are CommonJS. It starts sooner, since an ES module that imports node:http loads all of
// fetch on Node 22 and later; and a chunk that could not be loaded, as where too many files were open, is loaded again,
// while an ES module stays failed as long as the process lives.
const chunks = await bundle(
  'cjs',
  'cjs',
  { ...entries, index: library, cli: 'src/cli/main.ts' },
  { resolveId: labFile },
)
chunks.push(
  ...(await bundle(
    'cjs',
    'cjs',
    { lab: 'lab/index.ts', 'lab-command': 'lab/command.ts' },
    { resolveId: libraryByName },
  )),
)
for (const name of ['index', 'lab']) {
  const { exports: names } = chunks.find(({ fileName }) => fileName === `${name}.cjs`)
  writeFileSync(
    `${dist}/${name}.js`,
    `import whole from './${name}.cjs'\nexport const { ${names.join(', ')} } = whole\n`,
  )
}
chunks.push(
  ...(await bundle(
    'esm',
    'js',
    { ...entries, vitest: 'src/integrations/vitest.ts', clock: 'src/integrations/clock.ts' },
    { resolveId: libraryFile },
  )),
)
// Its ES modules, which it has for browsers, load in half the time of the others, where each module is a function.
chunks.push(...(await bundle('cjs', 'cjs', { yaml: 'node_modules/yaml/browser/dist/index.js' })))
const fakerEntry = `${root}faker.js`
chunks.push(
  ...(await bundle(
    'cjs',
    'cjs',
    { faker: fakerEntry },
    {
      resolveId: (source) => (source === fakerEntry ? source : undefined),
      load: (id) => (id === fakerEntry ? fakerWithLocale() : undefined),
    },
  )),
)
const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules ?? {}))

/** The entries beside the library take from it what it exports, so that there is one of each. */
function libraryFile(source, importer = '') {
  const isExported = /^\.\.\/(?:emulator|client\/connect)\.js$/.test(source)
  if (isExported && importer.includes('/integrations/')) return { id: './index.js', external: true }
  if (source === 'tristore-emulator/lab') return { id: './lab.js', external: true }
}

/** The command takes the lab from its own files, which are loaded when they are first asked for. */
function labFile(source) {
  if (source.endsWith('/lab/command.js')) return { id: './lab-command.cjs', external: true }
}

/** The lab is outside of the library, and takes all that it needs from it by its name. */
function libraryByName(source) {
  if (source === 'tristore-emulator') return { id: './index.cjs', external: true }
}

async function bundle(format, ending, input, plugin = {}) {
  const { output } = await build({
    cwd: root,
    input,
    platform: 'node',
    // What the tests that use these entries bring along.
    external: ['vitest', 'msw', '@playwright/test', 'testcontainers'],
    plugins: [
      { name: 'files', resolveId: fileOfPart, transform: withPartsInFiles, generateBundle: inOneByte },
      { name: 'library', ...plugin },
    ],
    output: {
      dir: dist,
      format,
      exports: 'named',
      minify: KEEPING_CLASS_NAMES,
      entryFileNames: `[name].${ending}`,
      chunkFileNames: `[name]-[hash].${ending}`,
      codeSplitting: format === 'esm' || { groups: GROUPS },
    },
    logLevel: 'warn',
  })
  return output
}

/** Neither package is installed along: what requires YAML or Faker finds its bundle. */
function withPartsInFiles(_, id) {
  if (id.endsWith('seed/text/yaml.ts'))
    return `let loaded; export const yaml = () => (loaded ??= require('${YAML}'))`
  if (id.endsWith('seed/expand/faker-library.ts'))
    return `let loaded; export const fakerLibrary = () => (loaded ??= require('${FAKER}'))`
}

/** V8 takes two bytes for each character of a file in which a single one is not ASCII. */
function inOneByte(_, chunks) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  for (const chunk of Object.values(chunks)) chunk.code = chunk.code?.replace(/[^\0-\x7f]/g, escaped)
}

function fileOfPart(source) {
  if (source === YAML || source === FAKER || source.startsWith(LOCALE)) return { id: source, external: true }
}

/** Writes Faker's words, a file for each section. @returns the module that reads each when it is first asked for */
function fakerWithLocale() {
  mkdirSync(`${dist}/locale`, { recursive: true })
  const sections = Object.entries(mergeLocales([en, base])).map(([name, words]) => {
    writeFileSync(`${dist}/locale/${name}.json`, JSON.stringify(words))
    return `get ${name}() { return require('${LOCALE}${name}.json') },`
  })
  return `export { Faker } from '@faker-js/faker'; export const locale = { ${sections.join(' ')} }`
}

// What editors hold seeds to: `emulator init` points at it, and the package brings it along.
writeFileSync(`${root}seed.schema.json`, execFileSync(process.execPath, [`${dist}/cli.cjs`, 'schema']))

// The names hold a hash of what is in the files, so that browsers may keep them for ever. What `import()` names becomes a
// chunk of its own, which the page loads when it is first wanted. Beside the script, rolldown bundles no styles.
const BROWSERS = ['chrome111', 'firefox115', 'safari16.4']
const { output: scripts } = await build({
  cwd: root,
  input: { dashboard: 'dashboard/main.tsx' },
  platform: 'browser',
  tsconfig: 'dashboard/tsconfig.json',
  transform: { target: ['es2022', ...BROWSERS] },
  output: {
    dir: `${dist}/dashboard`,
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    hashCharacters: 'base36',
  },
  logLevel: 'warn',
})
await buildStyles({
  absWorkingDir: root,
  entryPoints: ['dashboard/styles/dashboard.css'],
  outdir: `${dist}/dashboard`,
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  target: BROWSERS,
  logLevel: 'warning',
})
const page = `${dist}/dashboard`
let html = readFileSync(`${root}dashboard/index.html`, 'utf8').replace('%icon%', 'icon.svg')
for (const name of readdirSync(page)) {
  if (name.startsWith('dashboard-')) html = html.replace(name.endsWith('.css') ? '%style%' : '%script%', name)
  writeFileSync(`${page}/${name}.gz`, gzipSync(readFileSync(`${page}/${name}`), { level: 9 }))
}
cpSync(`${root}dashboard/icon.svg`, `${page}/icon.svg`)
writeFileSync(`${page}/index.html`, html)

modules.push(...scripts.flatMap((chunk) => Object.keys(chunk.modules ?? {})))
writeFileSync(`${root}THIRD-PARTY-LICENSES`, licencesOf(root, modules))
made.place({ replaces: !process.argv.includes('--first') })
