import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { BuiltPackage } from '../cli/built.js'

/** The memory and handles of the emulator's process, after a garbage collection. */
export interface Held {
  /** The heap and the external memory. */
  readonly heapBytes: number
  readonly rssBytes: number
  /** Active handles by kind, with Node's names. */
  readonly handles: Readonly<Record<string, number>>
}

/** The built command in a process of its own. Disposing of it ends the process. */
export class SoakedEmulator implements AsyncDisposable {
  readonly #built = new BuiltPackage()
  #child: ChildProcess | undefined
  #exit: Promise<number | null> = Promise.resolve(null)
  #out = ''
  /** Should stay empty. */
  err = ''

  /** @returns the base address */
  async start(...args: string[]): Promise<string> {
    this.#built.build()
    const node = ['--expose-gc', '--require', join(import.meta.dirname, 'preload.cjs')]
    const child = spawn(
      process.execPath,
      [...node, join(this.#built.folder, 'bin/emulator.js'), '--port', '0', '--log', 'json', ...args],
      { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    this.#child = child
    this.#exit = new Promise((resolve) => child.once('close', resolve))
    child.stderr?.on('data', (data) => {
      this.err += data
    })
    let isUp = false
    return new Promise((resolve, reject) => {
      child.stdout?.on('data', (data) => {
        // The request log that follows is read, as by a terminal, and dropped.
        if (isUp) return
        this.#out += data
        const [, address] = /"baseUrl":"([^"]+)"/.exec(this.#out) ?? []
        isUp = address !== undefined
        if (address !== undefined) resolve(address)
      })
      this.#exit.then((status) => reject(new Error(`it ended with ${status}: ${this.err}${this.#out}`)))
    })
  }

  async held(): Promise<Held> {
    const child = this.#child
    if (child === undefined) throw new Error('it was not started')
    const told = new Promise<Held>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Held))
      this.#exit.then((status) => reject(new Error(`it ended with ${status}: ${this.err}`)))
    })
    child.send('held')
    return told
  }

  /** Asks the process to stop, and returns its exit status. */
  stop(): Promise<number | null> {
    this.#child?.kill('SIGTERM')
    return this.#exit
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#exit
    this.#built[Symbol.dispose]()
  }
}
