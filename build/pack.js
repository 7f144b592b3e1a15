// npm run pack [-- FOLDER]: packs the built package into the checkout or another folder. It packs a copy whose
// package.json has no scripts, because npm would warn about them on every install.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const destination = resolve(process.argv[2] ?? root)
const npm = (args, options) => execFileSync('npm', ['pack', ...args], { encoding: 'utf8', ...options })

const copy = mkdtempSync(join(tmpdir(), 'tristore-emulator-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const [{ files }] = JSON.parse(npm(['--dry-run', '--json', '--ignore-scripts'], { cwd: root }))
for (const { path } of files) cpSync(join(root, path), join(copy, path))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
for (const part of ['private', 'scripts', 'devDependencies', 'workspaces', 'allowScripts'])
  delete manifest[part]
writeFileSync(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
npm(['--silent', '--pack-destination', destination], { cwd: copy, stdio: 'inherit' })
