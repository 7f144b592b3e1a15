// node test/matrix.js: runs the tests, the packed package and the image on the supported versions of Node.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = resolve(import.meta.dirname, '..')

const HELP = `node test/matrix.js [VERSION ...] [--node PATH ...] [--only PART ...] [--quick]

Runs on each version of Node, by default on the oldest that package.json names and on the newest of each line since:

  tests      npm test; with --quick only the tests that depend on the platform, and none on the line of Node that runs
             this, which npm test tries
  package    the packed package, installed into an empty folder: its library, and the command held to the contract; with
             --quick as it is built already
  container  the tests of containers, on that version's image: as an ordinary user, on a read-only file system

VERSIONs are those of npm (20.19.0, 22); npm fetches their binaries into a temporary folder. --node takes an installed
binary; with --node and no VERSION nothing is fetched. Fails if any part fails on any version. A part that cannot run on
this machine is reported with the reason.
`

/** The tests that depend on the platform (sockets, processes, files, fetch), and the one for equal results. */
const PLATFORM_TESTS = [
  'test/http',
  'test/web',
  'test/cli',
  'test/client',
  'test/integrations/clock',
  'test/restart',
  'test/simulation/determinism',
]

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const [, oldest] = /(\d+\.\d+)/.exec(engines.node)
const VERSIONS = [`${oldest}.0`, '22', '24', '26']

const PARTS = { tests: runTests, package: tryPackage, container: testContainer }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: Object.keys(PARTS) },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(HELP)
else process.exitCode = await run()

/** @returns the exit status */
async function run() {
  const unknown = values.only.find((part) => !Object.hasOwn(PARTS, part))
  if (unknown !== undefined) {
    console.error(`--only ${unknown}: there is ${Object.keys(PARTS).join(', ')}`)
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'emulator-matrix-'))
  try {
    const rows = []
    const fetched = positionals.length === 0 && values.node.length === 0 ? VERSIONS : positionals
    for (const node of [...values.node, ...fetched.map((version) => fetchNode(version, folder))]) {
      const version = output(node, ['--version']).trim()
      for (const part of values.only) {
        console.log(`== Node ${version}: ${part}`)
        const began = performance.now()
        const result = await PARTS[part](node, folder)
        const seconds = ((performance.now() - began) / 1000).toFixed(0)
        rows.push({
          result,
          text: `Node ${version.padEnd(10)} ${part.padEnd(10)} ${seconds.padStart(4)} s  ${result}`,
        })
      }
    }
    for (const { text } of rows) console.log(text)
    return rows.some(({ result }) => result.startsWith('FAILED')) ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Downloads the binary of a version, from the npm package for this platform. */
function fetchNode(version, folder) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const prefix = join(folder, `node-${version}`)
  mkdirSync(prefix)
  output('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', '--silent', `${name}@${version}`])
  return join(prefix, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
}

/** Returns the failures, because the other parts print a lot after them. */
function runTests(node, folder) {
  if (values.quick && lineOf(output(node, ['--version'])) === lineOf(process.version))
    return `not run: npm test runs on Node ${lineOf(process.version)}`
  const report = join(folder, 'tests.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(node, [vitest, 'run', ...reporters, ...(values.quick ? PLATFORM_TESTS : [])], {
    cwd: root,
    stdio: 'inherit',
    env: environment(node),
  })
  return status === 0
    ? 'passed'
    : `FAILED\n${output(process.execPath, ['.ci/failures.js', report], { cwd: root })}`
}

/** 20 for v20.19.0. */
function lineOf(version) {
  return /\d+/.exec(version)[0]
}

/** Uses the package as a stranger would, with nothing but the packed files and installed packages. */
async function tryPackage(node, folder) {
  const installed = join(folder, 'app/node_modules/tristore-emulator')
  try {
    packOnce(folder, installed)
    const library = `
      import { startEmulator } from 'tristore-emulator'
      const emulator = await startEmulator()
      const { status } = await emulator.fetch('/documents', { headers: { 'X-API-Key': 'db_demo' } })
      await emulator.close()
      if (status !== 200) throw new Error(String(status))`
    output(node, ['--input-type=module', '--eval', library], { cwd: join(folder, 'app') })
    const command = join(installed, 'bin/emulator.js')
    const emulator = spawn(node, [command, '--port', '0', '--log', 'json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => emulator.once('close', resolve))
    try {
      const baseUrl = await addressOf(emulator, ended)
      const judge = join(folder, 'app/node_modules/tristore-conform/bin/tristore-conform.js')
      const conform = spawnSync(node, [judge, '--base-url', baseUrl], { encoding: 'utf8' })
      console.log(conform.stdout.trim().split('\n').at(-1), conform.stderr)
      emulator.kill('SIGTERM')
      return conform.status === 0 && (await ended) === 0 ? 'passed' : 'FAILED'
    } finally {
      emulator.kill('SIGKILL')
    }
  } catch (error) {
    console.error(error.stderr ?? error)
    return 'FAILED'
  }
}

function packOnce(folder, installed) {
  try {
    readFileSync(join(installed, 'package.json'))
  } catch {
    const app = join(folder, 'app')
    mkdirSync(app, { recursive: true })
    // Builds the packages again, unless this is a quick run.
    const pack = (program, ...args) => {
      const printed = output(program, [...args, folder], { cwd: root })
      return join(folder, printed.trim().split('\n').at(-1))
    }
    const scripts = values.quick ? ['--ignore-scripts'] : []
    const packages = [
      values.quick ? pack('node', 'build/pack.js') : pack('npm', 'run', '--silent', 'pack', '--'),
      pack('npm', 'pack', '--silent', ...scripts, '--workspace', 'conformance', '--pack-destination'),
    ]
    output('npm', ['install', '--prefix', app, '--no-audit', '--no-fund', '--silent', ...packages])
  }
}

/** The base address that an emulator prints. */
function addressOf(emulator, ended) {
  let out = ''
  return new Promise((resolve, reject) => {
    emulator.stdout.on('data', (data) => {
      out += data
      const [, address] = /"baseUrl":"([^"]+)"/.exec(out) ?? []
      if (address !== undefined) resolve(address)
    })
    ended.then((status) => reject(new Error(`the command ended with ${status}: ${out}`)))
  })
}

function testContainer(node) {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0)
    return 'not run: there is no container engine'
  const image = `node:${output(node, ['--version']).trim().slice(1)}-slim`
  const isThere = (...args) => spawnSync('docker', [...args, image], { stdio: 'ignore' }).status === 0
  if (!isThere('image', 'inspect') && !isThere('pull', '--quiet'))
    return `not run: there is no image ${image}`
  const { status } = spawnSync('npm', ['run', 'test:machines', '--', '--project', 'container'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_IMAGE: image },
  })
  return status === 0 ? 'passed' : 'FAILED'
}

/** Throws if the command fails. */
function output(command, args, options = {}) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

/** An environment in which `node` is this version, for tests that start it by name. */
function environment(node) {
  return { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH }
}
