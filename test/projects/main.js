// node test/projects/main.js [-- KIND …]: packs the package and tries it in a new project of each kind, with packages from npm.
// Missing tools (chromium, python3, docker with an image tristore-emulator) are reported, and not counted as failures.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { KINDS, SEED } from './kinds.js'

const root = resolve(import.meta.dirname, '../..')
const MINUTES_MAX = 5
const COMMON = { 'package.json': '{ "private": true }', 'fixtures.yaml': JSON.stringify(SEED) }

const chromium = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim()
const place = mkdtempSync(join(tmpdir(), 'projects-'))
const packed = run(['npm', 'run', '--silent', 'pack', '--', place], root)
const archive = join(place, packed.out.trim().split('\n').at(-1) ?? '')

const chosen = process.argv.slice(2)
const outcomes = Object.entries(KINDS)
  .filter(
    ([name]) => chosen.length === 0 || chosen.some((word) => name.toLowerCase().includes(word.toLowerCase())),
  )
  .map(([name, kind], index) => ({ name, ...tryKind(kind, join(place, `project-${index}`)) }))
for (const { name, outcome, out } of outcomes) {
  process.stdout.write(`${outcome.padEnd(12)} ${name}\n`)
  if (outcome === 'failed') process.stdout.write(`${out.slice(-2000)}\n`)
}
rmSync(place, { recursive: true, force: true })
process.exitCode = outcomes.some(({ outcome }) => outcome === 'failed') ? 1 : 0

function tryKind({ needs, install, manager, scripts = false, files, run: command }, folder) {
  if (needs !== undefined && !isThere(needs)) return { outcome: `no ${needs}`, out: '' }
  mkdirSync(folder)
  for (const [file, text] of Object.entries({ ...COMMON, ...files })) writeFileSync(join(folder, file), text)
  const npm = ['npm', 'install', '--no-audit', '--no-fund', ...(scripts ? [] : ['--ignore-scripts'])]
  const added = run([...(manager ?? npm), archive, ...install], folder)
  if (added.status !== 0) return { outcome: 'failed', out: added.out }
  const { status, out } = run(command, folder)
  return { outcome: status === 0 ? 'passed' : 'failed', out }
}

function isThere(program) {
  if (program === 'docker') return run(['docker', 'image', 'inspect', 'tristore-emulator'], root).status === 0
  return run([program, '--version'], root).status === 0
}

function run([program, ...args], cwd) {
  const env = { ...process.env, CI: 'true', CHROMIUM: chromium }
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: MINUTES_MAX * 60_000,
  })
  return { status, out: `${stderr ?? ''}${stdout ?? ''}` }
}
