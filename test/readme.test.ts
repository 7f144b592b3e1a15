import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSeeds } from '../src/seed/parse.js'
import { BuiltPackage, type Started } from './cli/built.js'

/** The README is true: its commands are run, in order, against the emulator that its first command starts. */

const root = resolve(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const [start, ...steps] = commandsOf(readme)

let built: BuiltPackage
let emulator: Started
let port: string

beforeAll(async () => {
  built = new BuiltPackage()
  built.build()
  const args = start?.command.split('npx emulator ')[1]?.split(' ') ?? []
  emulator = built.start(...args, '--port', '0')
  port = (await emulator.until(/http:\/\/127\.0\.0\.1:(\d+)/))[1] ?? ''
})

afterAll(() => {
  emulator[Symbol.dispose]()
  built[Symbol.dispose]()
})

test('the first command is the one that starts it', () => {
  expect(start?.command).toMatch(/^npm ci && npx emulator --seed /)
})

test('the first answer stands by line 20', () => {
  const lines = readme.split('\n')
  const command = lines.findIndex((line) => line.startsWith('$ curl'))
  expect(lines[command + 1]).toMatch(/^\{/)
  expect(command + 2).toBeLessThanOrEqual(20)
})

describe('commands, in order', () => {
  test.each(steps)('$command', ({ command, expected }) => {
    const here = command
      .replaceAll('localhost:4600', `127.0.0.1:${port}`)
      .replaceAll('npx emulator', `node ${join(built.folder, 'bin/emulator.js')}`)
    const env = { ...process.env, NO_COLOR: '1' }
    const output = execFileSync('bash', ['-c', here], { cwd: root, env, encoding: 'utf8' })
    const shown = output.replaceAll('\r', '').replaceAll(`127.0.0.1:${port}`, 'localhost:4600')
    expect(shown.trim()).toMatch(patternOf(expected))
  })
})

// The other YAML blocks are files of CI services and Compose.
test.each(blocksOf('yaml').filter((text) => text.includes('namespaces:')))('seed %#', (text) => {
  expect(() => parseSeeds([{ name: 'README.md', text }])).not.toThrow()
})

/** The commands of the console blocks, each with what it prints. */
function commandsOf(text: string): { command: string; expected: string }[] {
  const commands = blocksOf('console', text).flatMap((block) => block.split(/^\$ /m).slice(1))
  return commands.map((one) => {
    const [command = '', ...output] = one.split('\n')
    return { command, expected: output.join('\n').trim() }
  })
}

function blocksOf(language: string, text = readme): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    (match) => match[1] ?? '',
  )
}

/** The output as it stands, an ellipsis standing for anything. */
function patternOf(expected: string): RegExp {
  const literal = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('[\\s\\S]*')}$`)
}
