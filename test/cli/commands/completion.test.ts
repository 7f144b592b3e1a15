import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allOptions, commands } from '../../../src/cli/options/commands.js'
import { run } from '../../../src/cli/run.js'
import { FakeTerminal } from '../fake-terminal.js'

async function script(shell: string): Promise<string> {
  const terminal = new FakeTerminal()
  expect(await run(['completion', shell], terminal)).toBe(0)
  expect(terminal.err.text).toBe('')
  return terminal.out.text
}

/** How each shell is asked what it would offer: `emulator.NAME` is its script, `fixtures.yaml` lies beside it. */
const SHELLS: Readonly<Record<string, { args: string[]; ask: (words: readonly string[]) => string[] }>> = {
  bash: {
    args: ['--norc', '-c'],
    ask: (words) => [
      'source ./emulator.bash',
      `COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}`,
      '_emulator',
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
  },
  // Completion proper needs a terminal: here its function hands on what it would add, unfiltered.
  zsh: {
    args: ['-f', '-c'],
    ask: (words) => [
      'compdef() {}; compadd() { shift; print -l -- $@ }; _files() { print -l -- * }',
      'source ./emulator.zsh',
      `words=(${words.map(quoted).join(' ')}); CURRENT=${words.length}`,
      '_emulator',
    ],
  },
  fish: {
    args: ['--no-config', '-c'],
    ask: (words) => ['source ./emulator.fish', `complete -C ${quoted(words.join(' '))}`],
  },
}

const quoted = (text: string): string => `'${text}'`

/** What a shell itself would offer behind these words, the last of which is being typed. */
async function offered(shell: string, ...words: string[]): Promise<string[]> {
  const { args = [], ask = () => [] } = SHELLS[shell] ?? {}
  const folder = mkdtempSync(join(tmpdir(), 'completion-'))
  writeFileSync(join(folder, 'fixtures.yaml'), '')
  writeFileSync(join(folder, `emulator.${shell}`), await script(shell))
  const { stdout, stderr } = spawnSync(shell, [...args, ask(['emulator', ...words]).join('\n')], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  // fish tells what each is for, behind a tab.
  const lines = stdout.split('\n').map((line) => line.replace(/\t.*/, ''))
  const last = words.at(-1) ?? ''
  const own = lines.filter((line) => line !== '' && line.startsWith(last) && !line.startsWith('emulator.'))
  return own.sort()
}

const isHere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

describe.each(Object.keys(SHELLS))('%s', (shell) => {
  test('its script names every command and option', async () => {
    const text = await script(shell)
    for (const { name } of commands) expect(text).toContain(name)
    const option = shell === 'fish' ? (name: string) => `-l ${name}` : (name: string) => `--${name}`
    for (const name of Object.keys(allOptions)) expect(text).toContain(option(name))
  })

  describe.runIf(isHere(shell))('where it is on the machine, offers', () => {
    test('commands and options', async () => {
      expect(await offered(shell, 'ch')).toEqual(['check'])
      expect(await offered(shell, 'comp')).toEqual(['completion'])
      expect(await offered(shell, '--se')).toEqual(['--seed'])
      expect(await offered(shell, 'hel')).toEqual(['help'])
      expect(await offered(shell, 'help', 'rep')).toEqual(['replay'])
    })

    test('the options of a command only', async () => {
      expect(await offered(shell, 'token', '--')).toEqual(['--expires-in', '--help', '--sub', '--version'])
      expect(await offered(shell, 'completion', 'f')).toEqual(['fish'])
    })

    test('words and files', async () => {
      expect(await offered(shell, '--log', '')).toEqual(['json', 'off', 'pretty'])
      expect(await offered(shell, '--seed', 'fix')).toEqual(['fixtures.yaml'])
      expect(await offered(shell, '-s', '')).toEqual(['fixtures.yaml'])
      expect(await offered(shell, 'check', 'fix')).toEqual(['fixtures.yaml'])
      expect(await offered(shell, '--port', '')).toEqual([])
    })
  })
})

test('another shell', async () => {
  const terminal = new FakeTerminal()
  expect(await run(['completion', 'tcsh'], terminal)).toBe(2)
  expect(terminal.err.text).toBe('no completion for "tcsh": it can be bash, zsh, fish\n')
})
