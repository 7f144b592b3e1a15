import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EmulatorError, startEmulator } from '../../src/index.js'
import { readFile } from '../../src/server/read-file.js'
import { FakeTerminal } from '../cli/fake-terminal.js'
import { ran } from '../cli/ran.js'

const folder = mkdtempSync(join(tmpdir(), 'text-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @returns the path */
function written(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const windows = (text: string) => Buffer.from(text, 'latin1')

/** A terminal that reads the real files of this machine. */
function terminal(): FakeTerminal {
  const fake = new FakeTerminal()
  Object.assign(fake.files, { read: readFile })
  return fake
}

const SEED = 'version: 1\nstores:\n  - { id: ec_a_b, entries: [{ key: a, value: "é" }] }\n'

describe('a file that is not UTF-8', () => {
  test('a seed of the library that is not UTF-8 is refused with its place', async () => {
    const seed = written('seed.yaml', windows(SEED))
    const error: unknown = await startEmulator({ seed }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(EmulatorError)
    expect(error).toMatchObject({
      code: 'invalid_seed',
      problems: [
        { file: seed, line: 3, column: 47, message: 'the byte 0xE9 is not UTF-8', hint: 'save it as UTF-8' },
      ],
    })
  })

  test.each([
    [
      'after text of other alphabets',
      Buffer.concat([Buffer.from('# ä €\n# 😀 x'), windows('é')]),
      '2:7',
      '0xE9',
    ],
    ['after the sign for such bytes', Buffer.concat([Buffer.from('# \uFFFD'), windows('é')]), '1:4', '0xE9'],
    ['after a mark', Buffer.concat([Buffer.from('\uFEFFa: '), windows('é')]), '1:4', '0xE9'],
    ['at the end, where a character is cut', Buffer.from('a: €').subarray(0, -1), '1:4', '0xE2'],
    ['as half of a pair', Buffer.from([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80]), '1:4', '0xED'],
  ])('a file that is not UTF-8 is refused at the first wrong byte: %s', async (_, bytes, place, byte) => {
    const path = written('placed.yaml', bytes)
    const error: unknown = await startEmulator({ seed: path }).catch((reason: unknown) => reason)
    expect(String(error)).toContain(`${path}:${place}: the byte ${byte} is not UTF-8`)
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFversion: 1\r\n', 'utf16le')],
    ['UTF-16 with the high byte first', Buffer.from('\uFEFFversion: 1\r\n', 'utf16le').swap16()],
  ])('a file that is not UTF-8 is called %s', async (_, bytes) => {
    const path = written('utf16.json', bytes)
    await expect(startEmulator({ seed: path })).rejects.toThrow(
      `${path}:1:1: this is UTF-16, not UTF-8\n  save it as UTF-8; in Windows PowerShell, use | Out-File`,
    )
  })

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a photo', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
    ['an archive', Buffer.from('1f8b08000000000000ff4bcb2f0200', 'hex')],
  ])('a file that is not UTF-8 is called not text: %s', async (_, bytes) => {
    const path = written('picture.png', bytes)
    await expect(startEmulator({ seed: path })).rejects.toThrow(
      `${path}:1:1: this is not text\n  pass a YAML or JSON file`,
    )
  })

  test.each([
    [1, ['check'], SEED],
    [2, ['--seed'], SEED],
    [2, ['--profile'], 'auth:\n  ownerClaim: é\n'],
    [2, ['replay'], '{"format":"tristore-bundle/1",\n"note":"é"}'],
    [2, ['exec', '--budget'], '# é\nkv.get: 1\n'],
  ])('a file that is not UTF-8 is refused with status %i by %j', async (status, words, text) => {
    const path = written(`${words.at(-1)?.replace(/^--/, '')}.yaml`, windows(text))
    const fake = terminal()
    Object.assign(fake.files, { size: () => 10 })
    const behind = words[0] === 'exec' ? ['--', 'true'] : []
    const end = await ran([...words, path, ...behind], fake)
    expect(end.status).toBe(status)
    expect(end.out + end.err).toMatch(
      new RegExp(`^${path}:\\d+:\\d+: the byte 0xE9 is not UTF-8\\n.*\\n.*\\n  save it as UTF-8\\n$`),
    )
  })

  test('a file of keys that is not UTF-8 is refused at the start', async () => {
    const jwksFile = written('keys.json', windows('{"keys": [\n{"kid": "é"}]}'))
    await expect(startEmulator({ profile: { auth: { jwksFile } } })).rejects.toThrow(
      `auth.jwksFile: ${jwksFile} cannot be read: line 2: the byte 0xE9 is not UTF-8; save it as UTF-8`,
    )
  })
})

test('a mark at the beginning of a file, and the sign for what cannot be read, are text', async () => {
  const seed = written('marked.yaml', Buffer.from('\uFEFFstores: [{ id: ec_\uFFFD_b }]'))
  await using emulator = await startEmulator({ seed })
  expect(JSON.stringify(await emulator.state.get())).toContain('ec_\uFFFD_b')
})
