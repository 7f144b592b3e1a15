import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtPackage } from './built-package.js'

const OLD = 'version: 1\n'

const built = builtPackage()
/** A temporary folder, and its mount point. */
let folder: string
let disk: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-disks-'))
  disk = join(folder, 'disk')
  mkdirSync(disk)
  mkdirSync(join(folder, 'tmp'))
})

afterEach(() => {
  chmodSync(disk, 0o755)
  rmSync(folder, { recursive: true, force: true })
})

interface Ran {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs a bash script in which $EMULATOR is the command and $DISK the folder. */
function bash(script: string, around: readonly string[] = []): Promise<Ran> {
  const [program = '', ...args] = [...around, 'bash', '-c', script]
  const emulator = `${process.execPath} ${join(built.folder, 'bin/emulator.js')}`
  const env = {
    ...process.env,
    NO_COLOR: '1',
    EMULATOR: emulator,
    DISK: disk,
    TMPDIR: join(folder, 'tmp'),
  }
  return new Promise((resolve) => {
    execFile(program, args, { env, cwd: folder }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

/** A namespace in which any user may mount. Some machines don't allow it. */
const MOUNTING = ['unshare', '-Urm']
const mayMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

describe.runIf(mayMount)('on a full disk', () => {
  /** Runs a script on a disk of 64 KiB that some files fill. */
  const onFullDisk = (script: string, files = ''): Promise<Ran> => {
    const full = `mount -t tmpfs -o size=64k tmpfs "$DISK"; cd "$DISK"; ${files} head -c 100k /dev/zero > filler`
    return bash(`(${full}) 2> /dev/null; ${script}; status=$?; cd "$DISK"; ls; exit $status`, MOUNTING)
  }

  test('an export leaves the old file whole, and writes the state into the temporary folder', async () => {
    const script =
      '$EMULATOR exec --export-on-exit "$DISK/state.yaml" -- true; s=$?; cat "$DISK/state.yaml"; (exit $s)'
    const { status, out, err } = await onFullDisk(script, `echo '${OLD.trim()}' > state.yaml;`)
    expect(status).toBe(2)
    expect(out).toBe(`${OLD}filler\nstate.yaml\n`)
    const saved = join(folder, 'tmp/state.yaml.saved')
    expect(err).toContain(
      `cannot write the state to ${disk}/state.yaml: its disk is full; it is in ${saved}\n`,
    )
    expect((await bash(`$EMULATOR check "${saved}"`)).status).toBe(0)
  })

  test('a new seed is not written in part', async () => {
    const { status, out, err } = await onFullDisk('$EMULATOR init "$DISK/fixtures.yaml"')
    expect({ status, out, err }).toEqual({
      status: 2,
      out: 'filler\n',
      err: `cannot write ${disk}/fixtures.yaml: its disk is full\n`,
    })
  })

  test('an incomplete output is reported', async () => {
    const { status, err } = await onFullDisk('$EMULATOR schema > "$DISK/out"')
    expect({ status, err }).toEqual({ status: 2, err: 'cannot write the output: its disk is full\n' })
  })
})

test('a full device is reported too', async () => {
  expect(await bash('$EMULATOR schema > /dev/full')).toMatchObject({
    status: 2,
    err: 'cannot write the output: its disk is full\n',
  })
})

test('a reader that closes the pipe early is not an error', async () => {
  expect(await bash('set -o pipefail; $EMULATOR schema | true')).toEqual({ status: 0, out: '', err: '' })
})

describe('in a folder that this user is not allowed to write', () => {
  // Root may write anywhere, except in a namespace in which it is nobody.
  const AS_NOBODY = process.getuid?.() === 0 ? ['unshare', '-U'] : []

  const readOnly = async (script: string, files: Readonly<Record<string, string>> = {}): Promise<Ran> => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(disk, name), text, { mode: 0o444 })
    chmodSync(disk, 0o555)
    chmodSync(join(folder, 'tmp'), 0o777)
    const ran = await bash(script, AS_NOBODY)
    // The files must be unchanged, whatever the command did.
    expect(
      Object.fromEntries(readdirSync(disk).map((name) => [name, readFileSync(join(disk, name), 'utf8')])),
    ).toEqual(files)
    return ran
  }

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a file', { 'state.yaml': OLD }],
    ['no file', {}],
  ])('an export is refused at start, if there is %s', async (_, files) => {
    const { status, err } = await readOnly(
      '$EMULATOR exec --export-on-exit "$DISK/state.yaml" -- true',
      files,
    )
    expect({ status, err }).toEqual({
      status: 2,
      err: `cannot write the state to ${disk}/state.yaml: this user is not allowed to write there\n`,
    })
  })

  test('a read-only folder can be the working folder', async () => {
    const { status, out } = await readOnly('cd "$DISK" && $EMULATOR exec -- echo run')
    expect({ status, out }).toEqual({ status: 0, out: 'run\n' })
  })
})

describe.runIf(mayMount)('on a disk that is mounted read-only', () => {
  test('an export is refused at start', async () => {
    const mount = 'mount -t tmpfs tmpfs "$DISK" && mount -o remount,ro "$DISK"'
    const { status, err } = await bash(
      `${mount} && $EMULATOR exec --export-on-exit "$DISK/state.yaml" -- true`,
      MOUNTING,
    )
    expect({ status, err }).toEqual({
      status: 2,
      err: `cannot write the state to ${disk}/state.yaml: its file system is read-only\n`,
    })
  })
})
