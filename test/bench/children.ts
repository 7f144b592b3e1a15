import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** The servers get one core, and the process that loads them another. */
const CORES = { server: '0', load: '1' } as const

export interface Running {
  /** The core to pin the process to. None by default. */
  readonly core?: keyof typeof CORES
  /** The Node binary, by default the one that runs this. */
  readonly node?: string
  readonly nodeOptions?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The signal that ends the process if it's still running. Defaults to SIGKILL. */
  readonly endedBy?: NodeJS.Signals
}

/** Starts processes. Disposing of this ends them all, however the run went. */
export class Children implements AsyncDisposable {
  readonly #running = new Map<ChildProcess, NodeJS.Signals>()
  #isOver = false
  readonly #canPin = cpus().length > 1 && isInstalled('taskset')

  /** @param scripts the folder of the bundled scripts */
  constructor(private readonly scripts: string) {}

  /** @throws Error once all of them have been ended, because a measurement that's still running mustn't start more */
  spawn(command: string, args: readonly string[], { core, env, endedBy }: Running = {}): ChildProcess {
    if (this.#isOver) throw new Error('no process is started any more')
    const pinned = core !== undefined && this.#canPin
    const [file, ...rest] = pinned ? ['taskset', '-c', CORES[core], command, ...args] : [command, ...args]
    const child = spawn(file, rest, { env: { ...environment(), ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#running.set(child, endedBy ?? 'SIGKILL')
    child.once('close', () => this.#running.delete(child))
    return child
  }

  /** @param name the script's path without its extension */
  spawnScript(name: string, args: readonly string[], running: Running = {}): ChildProcess {
    const { node = process.execPath, nodeOptions = [] } = running
    return this.spawn(node, [...nodeOptions, join(this.scripts, `${name}.js`), ...args], running)
  }

  /** Runs a command to its end and returns its output. */
  output(command: string, args: readonly string[], running: Running = {}): Promise<string> {
    return printedBy(this.spawn(command, args, running), command)
  }

  script(name: string, args: readonly string[], running: Running = {}): Promise<string> {
    return printedBy(this.spawnScript(name, args, running), name)
  }

  /** Ends a process and waits until it has exited. */
  async end(child: ChildProcess): Promise<void> {
    const signal = this.#running.get(child)
    if (signal === undefined) return
    const gone = new Promise((resolve) => child.once('close', resolve))
    child.kill(signal)
    await gone
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#running.keys()].map((child) => this.end(child)))
  }
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined
}

/**
 * Returns the environment without the emulator's options, and without the variables that slow down Node's start (reading
 * certificates takes 35 ms).
 */
function environment(): NodeJS.ProcessEnv {
  const own = (name: string) =>
    name === 'NODE_EXTRA_CA_CERTS' || name === 'NODE_OPTIONS' || name.startsWith('EMULATOR_')
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own(name)))
}

function printedBy(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    let err = ''
    child.stdout?.on('data', (data) => {
      out += data
    })
    child.stderr?.on('data', (data) => {
      err += data
    })
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve(out)
      else reject(new Error(`${name} ended with ${status}: ${err}${out}`))
    })
  })
}
