// Writes the package's types, with .d.ts for require() and .d.mts for ES modules. Takes the output folder as an
// argument, which defaults to dist. Doesn't check the types, since testcontainers may not be installed. That's what npm
// run typecheck is for.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, 'dist'))
const types = join(dist, 'types')
const emitted = join(dist, `types-${process.pid}`)
rmSync(types, { recursive: true, force: true })
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const RELATIVE = /(?<=(?:from|import\()\s*["'])(\.[^"']+)\.js(?=["'])/g
const at = (path, target) => posix.join(posix.dirname(path), target)

const { status } = spawnSync(
  process.execPath,
  [tsc, '--project', join(root, 'build/tsconfig.types.json'), '--outDir', emitted],
  { stdio: 'inherit' },
)
if (status === 0) {
  const { exports, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // Move the lab's declarations next to the library's.
  const source = join(emitted, 'src')
  renameSync(join(emitted, 'lab'), join(source, 'lab'))
  const pathOf = (declared) => declared.replace('./dist/types/', '').replace(/\.d\.m?ts$/, '')
  const entries = Object.values(exports).filter((entry) => typeof entry === 'object')
  const required = entries.flatMap((entry) => entry.require?.types ?? []).map(pathOf)
  const imported = entries.flatMap((entry) => entry.types ?? []).map(pathOf)
  const texts = new Map()
  for (const path of [...required, ...imported]) read(path)
  const forBoth = reachedFrom(required)

  // Packages that the user installs may have different types for import and require(), so declarations that refer to
  // them are written twice.
  const naming = new RegExp(`(?:from|import\\()\\s*["'](?:${Object.keys(peerDependencies).join('|')})["'/]`)
  const isTwofold = (path) => [...reachedFrom([path])].some((one) => naming.test(texts.get(one)))
  const isModule = (path) => !forBoth.has(path) || isTwofold(path)

  for (const [path, text] of texts) {
    if (forBoth.has(path)) write(`${path}.d.ts`, text)
    if (isModule(path))
      write(
        `${path}.d.mts`,
        text.replace(RELATIVE, (found, target) =>
          isModule(at(path, target)) ? found.replace(/\.js$/, '.mjs') : found,
        ),
      )
    else if (required.includes(path)) write(`${path}.d.mts`, `export * from './${basename(path)}.js'\n`)
  }
  write('package.json', '{ "type": "commonjs" }\n')

  // The compiler writes all declarations. We leave out those that nothing imports.
  function read(path) {
    if (texts.has(path)) return
    const file = join(source, `${path}.d.ts`)
    texts.set(path, withPaths(readFileSync(file, 'utf8'), relative(dirname(file), source) || '.'))
    for (const target of importsOf(path)) read(target)
  }

  function importsOf(path) {
    return [...texts.get(path).matchAll(RELATIVE)].map(([, target]) => at(path, target))
  }

  function reachedFrom(paths) {
    const reached = new Set(paths)
    // Iterating over a set also visits elements that are added along the way.
    for (const path of reached) for (const target of importsOf(path)) reached.add(target)
    return reached
  }
}
rmSync(emitted, { recursive: true, force: true })
process.exitCode = status ?? 1

/**
 * Replaces imports of our own package name with relative paths, because some compilers can't resolve it inside the
 * package.
 */
function withPaths(text, top) {
  return text.replace(
    /^((?:import|export) [^'"]* from ['"])tristore-emulator(\/lab)?(?=['"])/gm,
    (_, before, lab) => `${before}${top}${lab ?? ''}/index.js`,
  )
}

function write(path, text) {
  const target = join(types, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
