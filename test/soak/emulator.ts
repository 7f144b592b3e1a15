import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { BuiltPackage } from '../cli/built.js'

/** What the emulator's process holds, once the garbage is gone. */
export interface Held {
  /** The heap, and what lies outside of it. */
  readonly heapBytes: number
  readonly rssBytes: number
  /** What keeps an event loop busy, counted by its kind as Node names it. */
  readonly handles: Readonly<Record<string, number>>
}

/** The built command in a process of its own. Disposed of, it is ended. */
export class SoakedEmulator implements AsyncDisposable {
  readonly #built = new BuiltPackage()
  #child: ChildProcess | undefined
  #exit: Promise<number | null> = Promise.resolve(null)
  #out = ''
  /** What it complained of: nothing is expected. */
  err = ''

  /** @returns its base address */
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
        // The log of requests that follows is read, as a terminal does, and not kept.
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

  /** Asks it to stop, and gives the exit status. */
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
