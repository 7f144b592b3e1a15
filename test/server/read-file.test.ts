import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readNamed, systemFiles } from '../../src/server/named-files.js'
import { readFile, SILENCE_MS_MAX } from '../../src/server/read-file.js'

let folder: string
let pipe: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-'))
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
})
afterEach(() => rmSync(folder, { recursive: true }))

const writer = () => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)

test('a file is read whole', () => {
  const path = join(folder, 'seed.yaml')
  writeFileSync(path, 'random: 1 # ä\n')
  expect(readFile(path)).toBe('random: 1 # ä\n')
  expect(() => readFile(folder)).toThrow(/EISDIR/)
  expect(() => readFile(join(folder, 'none'))).toThrow(/ENOENT/)
})

describe('a pipe', () => {
  test('is given up where nobody writes to it', () => {
    let waitedMs = 0
    const wait = (ms: number) => {
      waitedMs += ms
    }
    expect(() => readFile(pipe, () => {}, wait)).toThrow(/ETIMEDOUT/)
    expect(waitedMs).toBe(SILENCE_MS_MAX)
  })

  test('is given up where its writer has stopped', () => {
    const written: number[] = []
    let waitedMs = 0
    const wait = (ms: number) => {
      if (written.length === 0) {
        written.push(writer())
        writeSync(written[0] ?? -1, 'random')
      }
      waitedMs += ms
    }
    expect(() => readFile(pipe, () => {}, wait)).toThrow(/ETIMEDOUT/)
    expect(waitedMs).toBe(SILENCE_MS_MAX + 10)
    for (const file of written) closeSync(file)
  })

  test('is read to its end, from a writer who comes late and takes his time', () => {
    let waits = 0
    let file = -1
    const text = readFile(
      pipe,
      () => {},
      () => {
        waits++
        if (waits === 1) file = writer()
        else if (waits < 5) writeSync(file, `piece ${waits}, ä\n`)
        else closeSync(file)
      },
    )
    expect(text).toBe('piece 2, ä\npiece 3, ä\npiece 4, ä\n')
  })

  test('without a name is over once its writer is, though he wrote nothing', async () => {
    const shell = spawn('/bin/sh', ['-c', "true | { sh -c 'echo $PPID'; exec sleep 60; }"])
    const reader = Number(await new Promise<Buffer>((resolve) => shell.stdout.once('data', resolve)))
    const text = readFile(`/proc/${reader}/fd/0`)
    process.kill(reader)
    expect(text).toBe('')
  })
})

test('a device without an end is read as far as there is room', () => {
  let held = 0
  const hold = (bytes: number) => {
    held += bytes
    if (held > 4_000_000) throw new RangeError('no room')
  }
  expect(() => readNamed('/dev/zero', 'seed', systemFiles, hold)).toThrow('no room')
  expect(held).toBeLessThan(5_000_000)
})

test('a pipe of which nothing comes is told as one', () => {
  const files = { ...systemFiles, read: (path: string) => readFile(path, undefined, () => {}) }
  expect(() => readNamed(pipe, 'seed', files, () => {})).toThrow(
    /^cannot read the seed .*pipe: nothing came out of it for 30 s$/,
  )
})
