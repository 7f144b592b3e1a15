import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The archive that npm pack makes. */

const root = resolve(import.meta.dirname, '../..')
const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: root,
  encoding: 'utf8',
})
const [{ files }] = JSON.parse(printed)
const paths: readonly string[] = files.map(({ path }: { readonly path: string }) => path)

test('the archive has at most 500 files', () => {
  expect(paths.length).toBeLessThanOrEqual(500)
})

test.each(['README.md', 'llms.txt', 'skills/tristore-emulator/SKILL.md'])(
  'the archive has the files that %s links to',
  (page) => {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)
    const targets = [...links].map(([, target = '']) => posix.join(posix.dirname(page), target))
    const missing = targets.filter((target) => !paths.some((path) => `${path}/`.startsWith(`${target}/`)))
    expect(missing).toEqual([])
  },
)
