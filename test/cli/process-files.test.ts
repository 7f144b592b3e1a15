import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processTerminal } from '../../src/cli/process-terminal.js'

const { files } = processTerminal()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('replacing a file', () => {
  test('keeps its mode, and leaves nothing beside it', () => {
    const path = join(folder, 'a.yaml')
    writeFileSync(path, 'old')
    chmodSync(path, 0o640)
    files.replace(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder)).toEqual(['a.yaml'])
  })

  test.each([true, false])('goes through a link to its target, which is there: %s', (isThere) => {
    mkdirSync(join(folder, 'real'))
    const [target, link] = [join(folder, 'real/a.yaml'), join(folder, 'link.yaml')]
    if (isThere) writeFileSync(target, 'old')
    symlinkSync('real/a.yaml', link)
    files.assertWritable(link)
    files.replace(link, 'new')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('new')
  })

  test('writes to a device', () => {
    files.replace('/dev/null', 'new')
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })
})

test('what cannot be written is told, and nothing is left', () => {
  expect(() => files.assertWritable(join(folder, 'none/a.yaml'))).toThrow(/ENOENT/)
  expect(() => files.assertWritable(folder)).toThrow(/EISDIR/)
  files.assertWritable(join(folder, 'a.yaml'))
  expect(readdirSync(folder)).toEqual([])
})
