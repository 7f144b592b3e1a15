import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildSync } from 'esbuild'
import type { RunParties } from './in-process.js'
import { Issuer } from './issuer.js'
import { NAMES, type Name } from './program.js'
import type { Done, Job } from './worker.js'

const root = join(import.meta.dirname, '../../..')

/** Two processes, one for each party, and the issuer that they ask. */
export class PartyProcesses implements AsyncDisposable {
  private constructor(
    readonly issuer: Issuer,
    private readonly server: Server,
    private readonly processes: Readonly<Record<Name, ChildProcess>>,
  ) {}

  static async start(): Promise<PartyProcesses> {
    const script = bundle()
    const issuer = new Issuer()
    const server = createServer(async (request, response) => {
      response.end(JSON.stringify({ session: issuer.refresh(await text(request)) }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new PartyProcesses(issuer, server, { A: fork(script), B: fork(script) })
  }

  /** Runs the parties of a program there. */
  run(program: string, variant: Job['variant']): RunParties {
    const { port } = this.server.address() as AddressInfo
    const issuerUrl = `http://127.0.0.1:${port}/`
    return ({ baseUrl }, signal) =>
      Promise.all(NAMES.map((name) => this.#run({ program, variant, name, baseUrl, issuerUrl }, signal)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const children = Object.values(this.processes)
    await Promise.all(
      children.map(async (child) => {
        const gone = once(child, 'exit')
        child.kill()
        await gone
      }),
    )
    this.server.closeAllConnections()
    this.server.close()
  }

  async #run(job: Job, signal: AbortSignal): Promise<unknown> {
    const child = this.processes[job.name]
    const answer = once(child, 'message', { signal })
    child.send(job)
    const [done] = (await answer) as [Done]
    if ('error' in done) throw new Error(done.error)
    return done.value
  }
}

/** The script of the processes with the sources that it takes. */
function bundle(): string {
  const outfile = join(root, 'node_modules/.cache/tristore-emulator-parties/worker.mjs')
  buildSync({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['worker.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  return outfile
}
