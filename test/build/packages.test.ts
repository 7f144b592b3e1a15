import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface Locked {
  readonly link?: boolean
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}

function packagesIn(lock: string): [name: string, locked: Locked][] {
  const entries: [string, Locked][] = Object.entries(readJson(lock).packages)
  const packages = entries.filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
  return packages.map(([path, locked]) => [path.replace(/^.*node_modules\//, ''), locked])
}

test('npm ci installs at most 300 packages', () => {
  expect(packagesIn('package-lock.json').length).toBeLessThanOrEqual(300)
})

test('npm ci runs no script of a package', () => {
  const withScript = packagesIn('package-lock.json').filter(([, { hasInstallScript }]) => hasInstallScript)
  const denied = Object.fromEntries(withScript.map(([name]) => [name, false]))
  expect(readJson('package.json').allowScripts).toMatchObject(denied)
  expect(readFileSync(join(root, 'test/.npmrc'), 'utf8')).toContain('ignore-scripts=true')
})

describe.each(['package-lock.json', 'test/package-lock.json', 'docs/package-lock.json'])('%s', (lock) => {
  test('the lock file uses no registry but that of npm', () => {
    const addresses = packagesIn(lock).flatMap(([, { resolved }]) => resolved ?? [])
    expect(addresses.filter((address) => !address.startsWith('https://registry.npmjs.org/'))).toEqual([])
  })
})

test('test/node_modules has the same versions as the project, except for the compiler and what a tool pins', () => {
  const own = {
    ...readJson('package.json').devDependencies,
    typescript: '5.9.3',
    immer: '9.0.21',
    nanoid: '3.3.20',
  }
  const { packages } = readJson('test/package-lock.json')
  const both = Object.keys(own).filter((name) => `node_modules/${name}` in packages)
  for (const name of both) expect([name, packages[`node_modules/${name}`].version]).toEqual([name, own[name]])
})
