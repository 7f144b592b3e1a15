import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processTerminal } from '../../src/cli/process-terminal.js'
import { replaceFile } from '../../src/cli/write-file.js'
import { systemError } from './fake-terminal.js'

const { files } = processTerminal()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('replacing a file keeps its mode, and leaves no other file', () => {
  const path = join(folder, 'a.yaml')
  writeFileSync(path, 'old')
  chmodSync(path, 0o640)
  files.replace(path, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder)).toEqual(['a.yaml'])
})

test.each([true, false])('replacing a file follows a link to its target, which exists: %s', (isThere) => {
  mkdirSync(join(folder, 'real'))
  const [target, link] = [join(folder, 'real/a.yaml'), join(folder, 'link.yaml')]
  if (isThere) writeFileSync(target, 'old')
  symlinkSync('real/a.yaml', link)
  files.assertWritable(link)
  files.replace(link, 'new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'utf8')).toBe('new')
})

test('replacing a file that is a device writes to it', () => {
  files.assertWritable('/dev/null')
  files.replace('/dev/null', 'new')
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
})

describe('if a file cannot be renamed over another,', () => {
  const refusing = (code: string) => () => {
    throw systemError(code, 'rename')
  }

  // As for a file that is mounted on its own, or in a folder that this user is not allowed to write.
  test.each(['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS'])('it is written in place after %s', (code) => {
    const path = join(folder, 'a.yaml')
    writeFileSync(path, 'old and longer', { mode: 0o640 })
    const { ino } = statSync(path)
    replaceFile(path, 'new', refusing(code))
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path)).toMatchObject({ ino, mode: 0o100640 })
    expect(readdirSync(folder)).toEqual(['a.yaml'])
  })

  test('it does not touch the temporary file of another process with the same id', () => {
    const path = join(folder, 'a.yaml')
    replaceFile(path, 'of one', (from, to) => {
      replaceFile(path, 'of another')
      renameSync(from, to)
    })
    expect(readFileSync(path, 'utf8')).toBe('of one')
    expect(readdirSync(folder)).toEqual(['a.yaml'])
  })

  test('it stays as it was after any other error', () => {
    const path = join(folder, 'a.yaml')
    writeFileSync(path, 'old')
    expect(() => replaceFile(path, 'new', refusing('ENOSPC'))).toThrow(/ENOSPC/)
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['a.yaml'])
  })

  test('a missing file is not created', () => {
    expect(() => replaceFile(join(folder, 'a.yaml'), 'new', refusing('EBUSY'))).toThrow(/EBUSY/)
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a path that cannot be written is refused, and no file is left', () => {
  expect(() => files.assertWritable(join(folder, 'none/a.yaml'))).toThrow(/ENOENT/)
  expect(() => files.assertWritable(folder)).toThrow(/EISDIR/)
  files.assertWritable(join(folder, 'a.yaml'))
  expect(readdirSync(folder)).toEqual([])
})

test('links that lead in a circle are refused', () => {
  symlinkSync('b.yaml', join(folder, 'a.yaml'))
  symlinkSync('a.yaml', join(folder, 'b.yaml'))
  for (const use of [files.assertWritable, (path: string) => files.replace(path, 'new')])
    expect(() => use(join(folder, 'a.yaml'))).toThrow(/ELOOP/)
})

test('a link to a link to a file that is not there yet leads to that file', () => {
  symlinkSync('b.yaml', join(folder, 'a.yaml'))
  symlinkSync('c.yaml', join(folder, 'b.yaml'))
  files.replace(join(folder, 'a.yaml'), 'new')
  expect(readFileSync(join(folder, 'c.yaml'), 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual(['a.yaml', 'b.yaml', 'c.yaml'])
})

// An ordinary user may not write there, nor may root make a file.
test.runIf(existsSync('/proc/version'))('a file system that takes no files is refused', () => {
  expect(() => files.assertWritable('/proc/x.yaml')).toThrow(/ENOTSUP|EACCES/)
  expect(() => files.assertWritable('/proc/version')).toThrow(/ENOTSUP|EACCES/)
})

describe('a pipe', () => {
  let pipe: string
  beforeEach(() => {
    pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
  })

  test('a pipe is written to for its reader, who gets no end from the try', () => {
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    files.assertWritable(pipe)
    files.replace(pipe, 'new')
    expect(readFileSync(reader, 'utf8')).toBe('new')
    closeSync(reader)
  })

  test('replacing a pipe without a reader fails at once', () => {
    expect(() => files.replace(pipe, 'new')).toThrow(/ENXIO/)
  })
})
