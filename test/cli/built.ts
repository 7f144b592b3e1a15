import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
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
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Files that the build reads and writes. */
const OWN = new Set(['bin', 'build', 'dist', 'THIRD-PARTY-LICENSES', '.git'])

/** By path, relative to a folder. */
type Files = ReadonlyMap<string, Buffer>

/** The built files by the name of their build: test files that run in one thread share them. */
const kept = new Map<string, Files>()

/** True under `npm test`, which begins with a build of the checkout. */
const isFresh = process.env.npm_lifecycle_event === 'test'

function readAll(folder: string, names: readonly string[]): Files {
  const paths = names.flatMap((name) =>
    statSync(join(folder, name)).isDirectory()
      ? readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path))
      : [name],
  )
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(folder, path))]))
}

function writeAll(folder: string, files: Files): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** The package, built by its own script in a temporary folder, since `dist` may be in use or be replaced. */
export class BuiltPackage implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'emulator-built-'))

  constructor() {
    for (const name of readdirSync(root)) {
      if (!OWN.has(name)) symlinkSync(join(root, name), join(this.folder, name))
    }
    for (const name of ['build', 'bin'])
      cpSync(join(root, name), join(this.folder, name), { recursive: true })
  }

  build(): void {
    this.#take('build', ['dist', 'THIRD-PARTY-LICENSES'], () => {
      execFileSync(process.execPath, [join(this.folder, 'build/build.js')], { stdio: 'pipe' })
    })
  }

  /** @returns the folder of the installed package */
  installInto(folder: string): string {
    const installed = join(folder, 'node_modules/tristore-emulator')
    for (const part of ['package.json', 'bin', 'dist'])
      cpSync(join(this.folder, part), join(installed, part), { recursive: true, dereference: true })
    return installed
  }

  buildTypes(): void {
    this.#take('types', ['dist/types'], () => {
      execFileSync(process.execPath, [join(root, 'build/types.js'), join(this.folder, 'dist')], {
        stdio: 'pipe',
      })
    })
  }

  /** Builds, or copies the files if `npm test` or another file of this thread has built them already. */
  #take(what: string, made: readonly string[], build: () => void): void {
    const files = kept.get(what)
    if (files !== undefined) {
      writeAll(this.folder, files)
      return
    }
    if (isFresh) writeAll(this.folder, readAll(root, made))
    else build()
    kept.set(what, readAll(this.folder, made))
  }

  /** Starts `emulator` as its users do. */
  start(...args: string[]): Started {
    return this.startIn(undefined, args)
  }

  /** @param nodeOptions options of Node itself */
  startIn(cwd: string | undefined, args: readonly string[], nodeOptions: readonly string[] = []): Started {
    const env = { ...process.env, NO_COLOR: '1', npm_config_update_notifier: 'false' }
    const command = [...nodeOptions, join(this.folder, 'bin/emulator.js'), ...args]
    return new Started(spawn(process.execPath, command, { env, cwd }))
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Disposing of this ends the process. */
export class Started implements Disposable {
  out = ''
  err = ''
  /** Resolves with the exit status once all of its output has arrived; null if a signal ended it. */
  readonly ended: Promise<number | null>
  /** Resolves with the exit status as soon as the process has exited. */
  readonly exited: Promise<number | null>
  readonly #child: ChildProcessWithoutNullStreams
  #check = () => {}

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.ended = new Promise((resolve) => child.on('close', (code) => resolve(code)))
    this.exited = new Promise((resolve) => child.on('exit', (code) => resolve(code)))
    child.stdout.on('data', (data) => {
      this.out += data
      this.#check()
    })
    child.stderr.on('data', (data) => {
      this.err += data
      this.#check()
    })
  }

  /** Resolves with the first match in its output; rejects if it ends without one. */
  until(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#untilIn(() => this.out, pattern)
  }

  /** Resolves with the first match in its error output; rejects if it ends without one. */
  untilError(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#untilIn(() => this.err, pattern)
  }

  #untilIn(text: () => string, pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      this.#check = () => {
        const match = pattern.exec(text())
        if (match !== null) resolve(match)
      }
      this.#check()
      this.ended.then((status) => reject(new Error(`ended with ${status}: ${this.out}${this.err}`)))
    })
  }

  /** Writes this as the whole input. */
  input(text: string): void {
    this.#child.stdin.end(text)
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  closeOutput(): void {
    this.#child.stdout.destroy()
  }

  /** Keeps the output open, but stops reading it. */
  stopReading(): void {
    this.#child.stdout.pause()
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL')
  }
}
