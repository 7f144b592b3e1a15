import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmulator } from '../../src/index.js'
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

/** The writer's end, once there is a reader. */
async function opened(): Promise<number> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      return writer()
    } catch {
      // ENXIO: nobody reads so far.
    }
  }
}

test('a file is read whole', async () => {
  const path = join(folder, 'seed.yaml')
  writeFileSync(path, 'random: 1 # ä\n')
  expect(await readFile(path)).toBe('random: 1 # ä\n')
  await expect(readFile(folder)).rejects.toThrow(/EISDIR/)
  await expect(readFile(join(folder, 'none'))).rejects.toThrow(/ENOENT/)
})

describe('a pipe', () => {
  test('is given up if nobody writes to it', async () => {
    let waitedMs = 0
    const wait = async (ms: number) => {
      waitedMs += ms
    }
    await expect(readFile(pipe, { wait })).rejects.toThrow(/ETIMEDOUT/)
    expect(waitedMs).toBe(SILENCE_MS_MAX)
  })

  test('is given up if its writer has stopped', async () => {
    const written: number[] = []
    let waitedMs = 0
    const wait = async (ms: number) => {
      if (written.length === 0) {
        written.push(writer())
        writeSync(written[0] ?? -1, 'random')
      }
      waitedMs += ms
    }
    await expect(readFile(pipe, { wait })).rejects.toThrow(/ETIMEDOUT/)
    expect(waitedMs).toBe(SILENCE_MS_MAX + 10)
    for (const file of written) closeSync(file)
  })

  test('is read to its end, from a writer that is late and slow', async () => {
    let waits = 0
    let file = -1
    const wait = async () => {
      waits++
      if (waits === 1) file = writer()
      else if (waits < 5) writeSync(file, `piece ${waits}, ä\n`)
      else closeSync(file)
    }
    expect(await readFile(pipe, { wait })).toBe('piece 2, ä\npiece 3, ä\npiece 4, ä\n')
  })

  test('blocks nothing, not even a writer in the same process', async () => {
    const starting = startEmulator({ seed: pipe })
    const file = await opened()
    writeSync(file, 'random: 7')
    closeSync(file)
    const emulator = await starting
    expect(await emulator.state.get()).toMatchObject({ random: 7 })
    await emulator.close()
  })

  test('is given up when its reader is asked to stop', async () => {
    const stop = new AbortController()
    const wait = async () => stop.abort('stop')
    const reading = readFile(pipe, { stopping: stop.signal, wait })
    await expect(reading).rejects.toBe('stop')
  })

  test('without a name ends with its writer, even if that wrote nothing', async () => {
    const shell = spawn('/bin/sh', ['-c', "true | { sh -c 'echo $PPID'; exec sleep 60; }"])
    const reader = Number(await new Promise<Buffer>((resolve) => shell.stdout.once('data', resolve)))
    const text = await readFile(`/proc/${reader}/fd/0`)
    process.kill(reader)
    expect(text).toBe('')
  })
})

test('the error of a silent pipe says that nothing came out of it', async () => {
  const files = { ...systemFiles, read: (path: string) => readFile(path, { wait: async () => {} }) }
  await expect(readNamed(pipe, 'seed', files)).rejects.toThrow(
    /^cannot read the seed .*pipe: nothing came out of it for 30 s$/,
  )
})
