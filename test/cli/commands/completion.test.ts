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

/** What bash itself would offer behind these words, the last of which is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'))
  writeFileSync(join(folder, 'fixtures.yaml'), '')
  writeFileSync(join(folder, 'emulator.bash'), await script('bash'))
  const typed = ['emulator', ...words]
  const lines = [
    'source ./emulator.bash',
    'rm emulator.bash',
    `COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}`,
    '_emulator',
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', lines.join('\n')], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

describe('bash', () => {
  test('commands and options', async () => {
    expect(await offered('ch')).toEqual(['check'])
    expect(await offered('comp')).toEqual(['completion'])
    expect(await offered('--se')).toEqual(['--seed'])
    expect(await offered('help', 'pro')).toEqual(['probe'])
  })

  test('the options of a command only', async () => {
    expect(await offered('token', '--')).toEqual(['--sub', '--expires-in', '--help', '--version'])
    expect(await offered('completion', 'f')).toEqual(['fish'])
  })

  test('words and files', async () => {
    expect(await offered('--log', '')).toEqual(['pretty', 'json', 'off'])
    expect(await offered('--seed', 'fix')).toEqual(['fixtures.yaml'])
    expect(await offered('-s', '')).toEqual(['fixtures.yaml'])
    expect(await offered('check', 'fix')).toEqual(['fixtures.yaml'])
    expect(await offered('--port', '')).toEqual([])
  })
})

describe.each(['zsh', 'fish'])('%s', (shell) => {
  test('names every command and option', async () => {
    const text = await script(shell)
    for (const { name } of commands) expect(text).toContain(name)
    const option = shell === 'fish' ? (name: string) => `-l ${name}` : (name: string) => `--${name}`
    for (const name of Object.keys(allOptions)) expect(text).toContain(option(name))
  })

  test('is sound, where that shell is here to say so', async () => {
    const args = shell === 'fish' ? ['--no-execute'] : ['-n']
    const { error, status, stderr } = spawnSync(shell, args, { input: await script(shell), encoding: 'utf8' })
    if (error === undefined) expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    else expect(error).toMatchObject({ code: 'ENOENT' })
  })
})

test('another shell', async () => {
  const terminal = new FakeTerminal()
  expect(await run(['completion', 'tcsh'], terminal)).toBe(2)
  expect(terminal.err.text).toBe('no completion for "tcsh": it can be bash, zsh, fish\n')
})
