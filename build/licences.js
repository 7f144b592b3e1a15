import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages that don't include their repository's licence file. It's in the licences folder instead. */
const KEPT_HERE = {
  '@polka/url': 'luke-edwards.txt',
  polka: 'luke-edwards.txt',
  sirv: 'luke-edwards.txt',
}

/**
 * Returns the licences of all bundled packages as one text. Each package is listed once, sorted by name, with its
 * version.
 *
 * @param {string} root path of the checkout, with a trailing slash
 * @param {readonly string[]} modules absolute paths, as listed by bundlers. The checkout's own modules are skipped.
 * @throws an Error that names the packages without a licence
 */
export function licencesOf(root, modules) {
  const packages = packagesOf(modules)
    .map((folder) => readPackage(root, folder))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
  const without = packages.filter(({ text }) => text === undefined).map(({ title }) => title)
  if (without.length > 0)
    throw new Error(
      `no licence text for ${without.join(', ')}, bundled into dist/: take the file of its repository into build/licences/ and name it in build/licences.js`,
    )
  const parts = packages.map(({ title, licence, text }) => `${title} (${licence})\n\n${text.trim()}\n`)
  return [HEAD, ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

const HEAD = `tristore-emulator is under the licence in LICENSE. The files in dist/ hold parts of the packages below, each under its
own licence.
`

function packagesOf(modules) {
  const folders = modules.flatMap((path) => {
    // Code that the bundler adds has a made-up name.
    if (path.startsWith('\0rolldown/')) return ['rolldown']
    const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/')) ?? []
    return folder === undefined ? [] : [folder]
  })
  return [...new Set(folders)]
}

function readPackage(root, folder) {
  const path = folder.includes('/') ? folder : join(root, 'node_modules', folder)
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const file = licenceFile(root, path, name)
  return {
    title: `${name} ${version}`,
    licence: license,
    text: file === undefined ? undefined : readFileSync(file, 'utf8'),
  }
}

function licenceFile(root, path, name) {
  const own = readdirSync(path).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry))
  if (own !== undefined) return join(path, own)
  return Object.hasOwn(KEPT_HERE, name) ? join(root, 'build/licences', KEPT_HERE[name]) : undefined
}
