import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'emulator-archive-'))
const unpacked = join(folder, 'package')
let archive: string
let paths: readonly string[]

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'build/pack.js'), folder], { stdio: 'pipe' })
  archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  execFileSync('tar', ['--extract', '--gzip', '--file', archive, '--directory', folder])
  paths = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
})

afterAll(() => rmSync(folder, { recursive: true }))

test('the package has at most 500 files and folders', () => {
  expect(paths.length).toBeLessThanOrEqual(500)
})

test('package.json in the package has no scripts, and nothing else that only a checkout needs', () => {
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
  expect(
    Object.keys(manifest).filter((key) => /^(?:scripts|devDep|workspaces|private|allow)/.test(key)),
  ).toEqual([])
  expect(manifest.bin).toEqual({ emulator: 'bin/emulator.js', 'tristore-emulator': 'bin/emulator.js' })
})

test('installing the archive prints no warning', () => {
  const project = join(folder, 'project')
  mkdirSync(project)
  const valibot = `file:${join(root, 'node_modules/valibot')}`
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, dependencies: { valibot } }))
  const options = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier']
  const { status, stderr } = spawnSync('npm', ['install', ...options, archive], {
    cwd: project,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('all links in the package lead somewhere', () => {
  const pages = paths.filter((path) => /\.md$|^llms\.txt$/.test(path))
  expect(pages.length).toBeGreaterThan(40)
  const dead = pages.flatMap((page) => {
    const prose = readFileSync(join(unpacked, page), 'utf8')
      .replaceAll(/^```.*?^```/gms, '')
      .replaceAll(/`[^`\n]*`/g, '')
    const links = [...prose.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    const targets = links.map((target) => posix.join(posix.dirname(page), target).replace(/\/$/, ''))
    return targets.filter((target) => !paths.includes(target)).map((target) => `${page}: ${target}`)
  })
  expect(dead).toEqual([])
})
