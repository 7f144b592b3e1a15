import { dirname } from 'node:path'
import type { CommandLine, Files, Output, QuietRun, StopSignal, Terminal } from '../../src/cli/terminal.js'

/** An output that keeps what is written and lets a test wait for it. */
export class FakeOutput implements Output {
  text = ''
  #waiting: { pattern: RegExp; resolve: (match: RegExpExecArray) => void }[] = []

  constructor(
    readonly isTTY: boolean,
    readonly columns: number | undefined,
  ) {}

  /** Shows emphasis as text. */
  style: Output['style'] = (emphasis, text) => (this.isTTY ? `<${emphasis}>${text}</>` : text)

  write(text: string): void {
    this.text += text
    this.#waiting = this.#waiting.filter(({ pattern, resolve }) => {
      const match = pattern.exec(this.text)
      if (match !== null) resolve(match)
      return match === null
    })
  }

  /** Resolves once the written text matches. */
  until(pattern: RegExp): Promise<RegExpExecArray> {
    const match = pattern.exec(this.text)
    if (match !== null) return Promise.resolve(match)
    return new Promise((resolve) => this.#waiting.push({ pattern, resolve }))
  }

  get lines(): string[] {
    return this.text.split('\n').slice(0, -1)
  }
}

/** A system error as node:fs throws it. */
export function systemError(code: string, syscall = 'open'): Error {
  return Object.assign(new Error(`${code}: made up`), { code, syscall })
}

const isErrorOf = (content: unknown, syscall: string): boolean =>
  content instanceof Error && 'syscall' in content && content.syscall === syscall

/**
 * Files by path. `null` is a folder; an error is thrown when the file is read, or, for scandir, when the folder is
 * listed.
 */
export class FakeFiles implements Files {
  readonly #contents: Map<string, string | null | Error>
  #changes = 0
  #stamps = new Map<string, string>()

  constructor(contents: Readonly<Record<string, string | null | Error>> = {}) {
    this.#contents = new Map(Object.entries(contents))
    for (const path of this.#contents.keys()) this.#stamps.set(path, '0')
  }

  read(path: string): string {
    const content = this.#contents.get(path)
    if (content === undefined) throw systemError('ENOENT')
    if (content === null) throw systemError('EISDIR', 'read')
    if (typeof content === 'string') return content
    throw content
  }

  size(path: string): number {
    const content = this.#contents.get(path)
    if (content === undefined) throw systemError('ENOENT', 'stat')
    return typeof content === 'string' ? Buffer.byteLength(content) : 0
  }

  create(path: string, text: string): void {
    if (this.#contents.has(path)) throw systemError('EEXIST')
    if (dirname(path) !== '.' && !this.#contents.has(dirname(path))) throw systemError('ENOENT')
    this.#contents.set(path, text)
  }

  replace(path: string, text: string): void {
    if (this.#contents.get(path) instanceof Error) throw this.#contents.get(path)
    if (dirname(path) !== '.' && !this.#contents.has(dirname(path))) throw systemError('ENOENT')
    this.#contents.set(path, text)
  }

  makeFolder(path: string): void {
    if (this.#contents.get(path) instanceof Error) throw this.#contents.get(path)
    this.#contents.set(path, null)
  }

  readonly temporaryFolder = '/tmp'

  assertWritable(path: string): void {
    if (dirname(path) !== '.' && !this.#contents.has(dirname(path))) throw systemError('ENOENT')
    if (this.#contents.get(path) instanceof Error) throw this.#contents.get(path)
  }

  remove(path: string): void {
    this.#contents.delete(path)
  }

  list(folder: string): string[] {
    const content = this.#contents.get(folder)
    if (isErrorOf(content, 'scandir')) throw content
    if (typeof content === 'string' || content instanceof Error) throw systemError('ENOTDIR', 'scandir')
    if (folder !== '.' && !this.#contents.has(folder)) throw systemError('ENOENT', 'scandir')
    return [...this.#contents.keys()]
      .filter((path) => dirname(path) === folder)
      .map((path) => path.replace(/^.*\//, ''))
  }

  stamp(path: string): string | undefined {
    return this.#stamps.get(path)
  }

  /** Writes a file. If the text is undefined, removes it. */
  change(path: string, text: string | undefined): void {
    if (text === undefined) {
      this.#contents.delete(path)
      this.#stamps.delete(path)
    } else {
      this.#contents.set(path, text)
      this.#changes++
      this.#stamps.set(path, String(this.#changes))
    }
  }
}

/** A terminal whose time passes only through `pass()`. */
export class FakeTerminal implements Terminal {
  readonly out: FakeOutput
  readonly err: FakeOutput
  readonly files: FakeFiles
  readonly exits: number[] = []
  readonly #listeners = new Set<(signal: StopSignal) => void>()
  readonly #defectListeners = new Set<(error: unknown) => void>()
  #timers: { at: number; run: () => void }[] = []
  #now = Date.UTC(2026, 0, 15, 12)

  constructor(
    files: Readonly<Record<string, string | null | Error>> = {},
    readonly env: Readonly<Record<string, string>> = {},
    { isTTY = false, columns }: { readonly isTTY?: boolean; readonly columns?: number } = {},
  ) {
    this.out = new FakeOutput(isTTY, columns)
    this.err = new FakeOutput(isTTY, columns)
    this.files = new FakeFiles(files)
  }

  now(): number {
    return this.#now
  }

  later(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get timers(): number {
    return this.#timers.length
  }

  /** Moves the time forward and runs the due timers in order. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = next.at
      next.run()
    }
    this.#now = end
  }

  onDefect(listener: (error: unknown) => void): () => void {
    this.#defectListeners.add(listener)
    return () => this.#defectListeners.delete(listener)
  }

  defect(error: unknown): void {
    for (const listener of this.#defectListeners) listener(error)
  }

  onStop(listener: (signal: StopSignal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listeners(): number {
    return this.#listeners.size
  }

  signal(signal: StopSignal): void {
    for (const listener of this.#listeners) listener(signal)
  }

  readonly #inputListeners = new Set<() => void>()

  onInputEnd(listener: () => void): () => void {
    this.#inputListeners.add(listener)
    return () => this.#inputListeners.delete(listener)
  }

  endInput(): void {
    for (const listener of this.#inputListeners) listener()
  }

  /** Runs instead of a process. Tests set its result. */
  command: Terminal['runCommand'] = async () => 0

  runCommand(command: CommandLine, env: Terminal['env'], end: AbortSignal): Promise<number> {
    return this.command(command, env, end)
  }

  /** Runs instead of a quiet process. */
  quietly: (env: Terminal['env'], signal: AbortSignal) => Promise<QuietRun> = async () => ({
    status: 0,
    output: '',
  })

  runQuietly(_command: CommandLine, env: Terminal['env'], signal: AbortSignal): Promise<QuietRun> {
    return this.quietly(env, signal)
  }

  exit(status: number): void {
    this.exits.push(status)
  }
}
