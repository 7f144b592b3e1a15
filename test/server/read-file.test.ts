import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readNamed, systemFiles } from '../../src/server/named-files.js'
import { readFile, readInput } from '../../src/server/read-file.js'

let folder: string
let pipe: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-'))
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A writer that doesn't wait for a reader. */
const writer = () => openSync(pipe, constants.O_RDWR)

/** Lets the other end of a pipe run. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a file is read whole', async () => {
  const path = join(folder, 'seed.yaml')
  writeFileSync(path, 'random: 1 # ä\n')
  expect(await readFile(path)).toBe('random: 1 # ä\n')
  await expect(readFile(folder)).rejects.toThrow(/EISDIR/)
  await expect(readFile(join(folder, 'none'))).rejects.toThrow(/ENOENT/)
})

describe('standard input', () => {
  test('standard input is read to its end, piece by piece', async () => {
    const input = new PassThrough()
    const reading = readInput(input)
    const bytes = Buffer.from('random: 1 # ä\n')
    input.write(bytes.subarray(0, 13))
    input.end(bytes.subarray(13))
    expect(await reading).toBe('random: 1 # ä\n')
  })

  test('standard input that is not UTF-8 is refused', async () => {
    const input = new PassThrough()
    input.end(Buffer.from('a: é', 'latin1'))
    await expect(readInput(input)).rejects.toThrow('line 1: the byte 0xE9 is not UTF-8; save it as UTF-8')
  })

  test('standard input is waited for until the start is stopped', async () => {
    const stopping = new AbortController()
    const reading = readInput(new PassThrough(), stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
  })
})

describe('a pipe', () => {
  test('a pipe without a writer is refused at once', async () => {
    await expect(readNamed(pipe, 'seed', systemFiles)).rejects.toThrow(
      /^cannot read the seed .*pipe: nothing was written to it; start its writer first$/,
    )
  })

  test('a pipe whose writer wrote nothing is refused', async () => {
    const file = writer()
    const reading = readFile(pipe)
    closeSync(file)
    await expect(reading).rejects.toThrow(/ENODATA/)
  })

  test('a pipe is read to its end, from a slow writer in the same process', async () => {
    const file = writer()
    const reading = readFile(pipe)
    for (const piece of [1, 2, 3]) {
      await turn()
      writeSync(file, `piece ${piece}, ä\n`)
    }
    closeSync(file)
    expect(await reading).toBe('piece 1, ä\npiece 2, ä\npiece 3, ä\n')
  })

  test('a pipe is given up when its reader is asked to stop', async () => {
    const file = writer()
    await expect(readFile(pipe, AbortSignal.abort('stop'))).rejects.toBe('stop')
    closeSync(file)
  })
})
