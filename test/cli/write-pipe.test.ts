import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writePipe } from '../../src/cli/replace-file.js'

/** A text that does not fit into a pipe. */
const LONG = 'x'.repeat(300_000)

let folder: string
let pipe: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipe-'))
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
})
afterEach(() => rmSync(folder, { recursive: true }))

const reader = () => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)

describe('writing to a pipe', () => {
  test('fails if nobody reads', () => {
    let waitedMs = 0
    const wait = (ms: number) => {
      waitedMs += ms
    }
    expect(() => writePipe(pipe, 'text', wait)).toThrow(/ENXIO/)
    expect(waitedMs).toBe(2000)
  })

  test('fails if the reader has stopped', () => {
    const file = reader()
    let waitedMs = 0
    const wait = (ms: number) => {
      waitedMs += ms
    }
    expect(() => writePipe(pipe, LONG, wait)).toThrow(/EAGAIN/)
    expect(waitedMs).toBe(2000)
    closeSync(file)
  })

  test('waits for a reader that comes late, and for a slow one', () => {
    let file: number | undefined
    let read = ''
    const bytes = Buffer.alloc(4096)
    const readSome = (from: number) => {
      read += bytes.toString('latin1', 0, readSync(from, bytes))
    }
    writePipe(pipe, `first ${LONG}`, () => {
      if (file === undefined) file = reader()
      else readSome(file)
    })
    if (file === undefined) throw new Error('nobody was waited for')
    while (read.length < 'first '.length + LONG.length) readSome(file)
    expect(read).toBe(`first ${LONG}`)
    closeSync(file)
  })
})
