import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Children, Running } from './children.js'
import { benchSeed } from './subject.js'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** Starts the measured servers. Each prints its address once it listens. */
export class Servers {
  #seeds = 0

  constructor(
    private readonly children: Children,
    /** bin/emulator.js */
    private readonly emulatorPath: string,
    /** A folder for seeds. */
    private readonly scratch: string,
  ) {}

  floor(running?: Running): Promise<RunningServer> {
    return this.#listening(this.children.spawnScript('floor/node-http', [], running))
  }

  /** @param seed a file, or null for the starter seed; by default the entries of the floor */
  emulator(seed: string | null = this.seedFile(), running: Running = {}): Promise<RunningServer> {
    const { node = process.execPath } = running
    const seeded = seed === null ? [] : ['--seed', seed]
    const args = [this.emulatorPath, '--port', '0', '--log', 'off', ...seeded]
    return this.#listening(this.children.spawn(node, args, running))
  }

  script(path: string, running: Running = {}): Promise<RunningServer> {
    return this.#listening(this.children.spawn(process.execPath, [path], running))
  }

  seedFile(size: Parameters<typeof benchSeed>[0] = {}): string {
    const path = join(this.scratch, `seed-${++this.#seeds}.json`)
    writeFileSync(path, JSON.stringify(benchSeed(size)))
    return path
  }

  async #listening(child: ChildProcess): Promise<RunningServer> {
    const url = await addressOf(child)
    return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => this.children.end(child) }
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (data) => {
      printed += data
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (url !== undefined) resolve(url)
    })
    child.stderr?.on('data', (data) => {
      printed += data
    })
    child.once('error', reject)
    child.once('close', (status) => reject(new Error(`a server ended with ${status}: ${printed}`)))
  })
}
