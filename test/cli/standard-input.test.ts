import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { builtPackage } from './built-package.js'

const built = builtPackage()
const folder = mkdtempSync(join(tmpdir(), 'input-'))
afterAll(() => rmSync(folder, { recursive: true }))

const command = join(built.folder, 'bin/emulator.js')
const SEED = 'stores: [{ id: ec_a_1 }]\n'

/** Runs a shell script in which $emulator is the command. */
const shell = (script: string) =>
  execFileSync('sh', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, emulator: `${process.execPath} ${command}` },
  })

describe('a dash reads standard input', () => {
  test('a dash reads a pipe, a slow pipe and a file', () => {
    writeFileSync(join(folder, 'seed.yaml'), SEED)
    expect(shell('cat seed.yaml | $emulator check -')).toBe('-: 1 store (0 entries)\n')
    expect(shell('$emulator check - < seed.yaml')).toBe('-: 1 store (0 entries)\n')
    expect(shell('(sleep 0.1; cat seed.yaml) | $emulator exec --seed - -- cat')).toBe('')
  })

  test('a dash reads a socket, as another process of Node passes it', async () => {
    const child = spawn(process.execPath, [command, 'check', '-'])
    child.stdin.end(SEED)
    const chunks: string[] = []
    for await (const chunk of child.stdout.setEncoding('utf8')) chunks.push(chunk)
    expect(chunks.join('')).toBe('-: 1 store (0 entries)\n')
  })

  test('a problem in standard input is reported with its place', () => {
    expect(shell(`echo 'stores: [{ idd: 1 }]' | $emulator check - || echo status $?`)).toMatch(
      /^-:1:12: unknown field "idd"\n(?:.*\n)*status 1\n$/,
    )
  })
})
