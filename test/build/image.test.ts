import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

/** The checks of the image that need no container engine. */

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'emulator-image-'))

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function copied(): readonly string[] {
  const stage = read('Dockerfile').split(/^FROM /m)[1] ?? ''
  return [...stage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names]) => names?.split(' ') ?? [])
}

test('the package can be built from the files that the image copies, and all of them are sent to the engine', () => {
  const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name)
  expect(sent).toEqual(expect.arrayContaining([...copied()]))

  for (const name of copied()) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['build/build.js'], { cwd: folder, stdio: 'pipe' })

  expect(existsSync(join(folder, 'dist/cli.cjs'))).toBe(true)
})
