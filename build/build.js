// Bundles src/ into dist/, and the dashboard into dist/dashboard/. Code that isn't needed at startup (faker, jose, …)
// goes into chunks that are loaded on demand. THIRD-PARTY-LICENSES lists the bundled packages.
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

/** The YAML library is in its own file, since it usually isn't needed at startup. */
const YAML = './yaml.cjs'

/** Faker is in its own file, since most seeds don't use it. */
const FAKER = './faker.cjs'

/**
 * Everything that's needed at startup goes into one file, because each additional file takes 0.1 to 0.25 ms to load.
 * The seed reader isn't included, since the starter seed doesn't use it.
 */
const STARTED = [
  'services/index',
  'server/launch',
  'server/listen-failure',
  'server/named-files',
  'server/options/option-values',
  'inspect/mask',
  'client/bundle-file',
  'history/change',
  'admin/reply',
  'worlds/world-info',
  'own-service/define',
  'own-service/all-services',
]

/** Files that contain certain modules and everything they import. */
const GROUPS = [
  { name: 'launch', test: (id) => STARTED.some((module) => id.endsWith(`/src/${module}.ts`)) },
  // `check` and the admin calls for faults both use the last of these modules. Without this, it would end up in the
  // admin interface's file.
  { name: 'parse', test: /\/src\/(?:seed\/(?:parse|stringify)|domain\/faults\/never-fires)\.ts$/ },
  // Loaded by the first admin call, which has to wait for it.
  { name: 'admin', test: /\/src\/(?:admin\/(?:router|http)|services\/\w+\/admin)\.ts$/ },
  // Used at startup and by other commands. Without a group, each module would be a separate file.
  {
    name: 'command',
    test: /\/src\/cli\/(?:failure|write-file|options\/(?:options|values)|output\/format)\.ts$/,
  },
]

/** Faker's word lists. Most seeds only use a few sections. */
const LOCALE = './locale/'

/** Error messages contain the name of the error's class. */
const keepNames = { function: false, class: true }
const KEEPING_CLASS_NAMES = { compress: { keepNames }, mangle: { keepNames }, codegen: true }

/** The entries in the `exports` of package.json, apart from the library. */
const entries = {
  msw: 'src/integrations/msw.ts',
  playwright: 'src/integrations/playwright.ts',
  testcontainers: 'src/integrations/testcontainers.ts',
}
const library = 'src/index.ts'

// The library and the command are CommonJS for two reasons. They start faster, because an ES module that imports
// `node:http` loads all of fetch on Node 22 and later. Also, a chunk that fails to load, e.g. because too many files
// are open, can be loaded again later, whereas an ES module stays broken until the process ends.
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
// Use the ES modules that YAML provides for browsers. They load twice as fast as its CommonJS, where each module is
// wrapped in a function.
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

/** Makes the other entries import the library instead of bundling it again. */
function libraryFile(source, importer = '') {
  const isExported = /^\.\.\/(?:start-emulator|client\/connect)\.js$/.test(source)
  if (isExported && importer.includes('/integrations/')) return { id: './index.js', external: true }
  if (source === 'tristore-emulator/lab') return { id: './lab.js', external: true }
}

/** Makes the command load the lab from its own file, on demand. */
function labFile(source) {
  if (source.endsWith('/lab/command.js')) return { id: './lab-command.cjs', external: true }
}

/** Makes the lab import the library by the package's name. */
function libraryByName(source) {
  if (source === 'tristore-emulator') return { id: './index.cjs', external: true }
}

async function bundle(format, ending, input, plugin = {}) {
  const { output } = await build({
    cwd: root,
    input,
    platform: 'node',
    // The user installs these along with the entries that need them.
    external: ['vitest', 'msw', '@playwright/test', 'testcontainers'],
    plugins: [
      { name: 'files', resolveId: fileOfPart, transform: withPartsInFiles, generateBundle: written },
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

/** Loads YAML and Faker from their own bundles, because users don't have these packages installed. */
function withPartsInFiles(_, id) {
  if (id.endsWith('seed/text/yaml.ts'))
    return `let loaded; export const yaml = () => (loaded ??= require('${YAML}'))`
  if (id.endsWith('seed/expand/faker-library.ts'))
    return `let loaded; export const fakerLibrary = () => (loaded ??= require('${FAKER}'))`
}

function written(_, chunks) {
  for (const chunk of Object.values(chunks))
    chunk.code = chunk.code && inOneByte(withPlainExports(chunk.code))
}

/**
 * Replaces getters with plain values, since exports are set at the end of a chunk and never change. Getters made up a
 * tenth of the code loaded at startup.
 */
function withPlainExports(code) {
  const getter =
    /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g
  return code.replace(getter, 'exports.$1=$2')
}

/** Escapes non-ASCII characters. A single one would make V8 store the whole file with two bytes per character. */
function inOneByte(code) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/[^\0-\x7f]/g, escaped)
}

function fileOfPart(source) {
  if (source === YAML || source === FAKER || source.startsWith(LOCALE)) return { id: source, external: true }
}

/** Writes each section of Faker's word lists to a file of its own, and returns a module that loads them on demand. */
function fakerWithLocale() {
  mkdirSync(`${dist}/locale`, { recursive: true })
  const sections = Object.entries(mergeLocales([en, base])).map(([name, words]) => {
    writeFileSync(`${dist}/locale/${name}.json`, JSON.stringify(words))
    return `get ${name}() { return require('${LOCALE}${name}.json') },`
  })
  return `export { Faker } from '@faker-js/faker'; export const locale = { ${sections.join(' ')} }`
}

// The schema that editors use to validate seeds. `emulator init` points to it.
writeFileSync(`${root}seed.schema.json`, execFileSync(process.execPath, [`${dist}/cli.cjs`, 'schema']))

// File names contain a content hash, so that browsers can cache them forever. Each `import()` becomes a chunk that the
// page loads on demand. Styles are bundled separately, because rolldown can't do that.
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
