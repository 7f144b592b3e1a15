import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { startEmulator } from '../../src/index.js'
import { outerEnvironment } from '../examples/example.js'
import type { Exchange } from './plan.js'

const CLIENTS = resolve(import.meta.dirname, '../../clients')
const PROGRAMS = join(import.meta.dirname, 'programs')
const run = promisify(execFile)

/**
 * Replaces docker: the container that it starts is a recorder in front of an emulator. An image that it does not know
 * ends it like the real one.
 */
const DOCKER = `#!/bin/sh
case "$*" in
  *missing) echo "Unable to find image 'missing:latest' locally" >&2; exit 125 ;;
  run*)
    echo "$@" >>"$0.log"
    touch "$0.up"
    cat >/dev/null
    rm "$0.up"
    echo the end of its standard input >>"$0.log" ;;
  port*)
    [ -e "$0.up" ] || exit 1
    echo "$@" >>"$0.log"
    cat "$0.address" ;;
esac
`

export const ADMIN_TOKEN = 'only-tests'

/** By file name. */
export type Files = Readonly<Record<string, string>>

/** The requests and docker commands of a program that uses a client. */
export interface ClientRun {
  readonly base: string
  readonly exchanges: readonly Exchange[]
  /** The docker commands that it ran. */
  readonly docker: readonly string[]
}

/** A copy of a client's folder with test programs and further files. Disposing of it removes it. */
export class Copy implements Disposable {
  readonly #folder: string

  constructor(client: string, files: Files = {}) {
    this.#folder = mkdtempSync(join(tmpdir(), `emulator-${client}-`))
    cpSync(join(CLIENTS, client), this.#folder, { recursive: true })
    if (existsSync(join(PROGRAMS, client))) cpSync(join(PROGRAMS, client), this.#folder, { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(this.#folder, name), content)
  }

  async run(command: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
    await run('bash', ['-ec', command], { cwd: this.#folder, env: { ...outerEnvironment(), ...env } })
  }

  /** Starts a command as the leader of a process group. */
  start(command: string, env: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
    return spawn('bash', ['-ec', `exec ${command}`], {
      cwd: this.#folder,
      env: { ...outerEnvironment(), ...env },
      detached: true,
    })
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** A fake docker that starts no container, for clients that run in `env`. */
export class FakeDocker implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'emulator-docker-'))
  readonly #file = join(this.#folder, 'docker')
  readonly env: NodeJS.ProcessEnv

  /** @param base the address that answers in place of a container */
  constructor(base: string) {
    writeFileSync(this.#file, DOCKER, { mode: 0o755 })
    writeFileSync(`${this.#file}.address`, new URL(base).host)
    const PATH = `${this.#folder}${delimiter}${process.env.PATH}`
    this.env = { PATH, TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1' }
  }

  /** The commands that had an effect, so far. */
  get commands(): readonly string[] {
    return readFileSync(`${this.#file}.log`, 'utf8').trim().split('\n')
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Runs a command in a copy of a client, without a container engine, and records what the client does. */
export async function recordClient(copy: Copy, command: string, adminToken?: string): Promise<ClientRun> {
  await using emulator = await startEmulator(adminToken === undefined ? {} : { adminToken })
  await using recorder = await startRecorder(emulator.baseUrl)
  using docker = new FakeDocker(recorder.base)
  await copy.run(command, docker.env)
  return { base: recorder.base, exchanges: recorder.exchanges, docker: docker.commands }
}

/**
 * Starts a proxy that forwards requests to an emulator and records admin calls. It cuts off the first one, since a
 * container takes a moment to answer.
 */
async function startRecorder(target: string) {
  const exchanges: Exchange[] = []
  let isUp = false
  const server = createServer(async (request, response) => {
    if (!isUp) {
      isUp = true
      request.socket.destroy()
      return
    }
    const { method = '', url: path = '', headers } = request
    const body = await text(request)
    const handedOn = httpRequest(target + path, { method, headers }).end(body)
    const [answer]: IncomingMessage[] = await once(handedOn, 'response')
    if (answer === undefined) return
    const content = await text(answer)
    const { statusCode: status = 0 } = answer
    const exchange = {
      path: decodeURIComponent(path),
      method,
      status,
      body: dataOf(body),
      answer: dataOf(content),
    }
    // On a busy machine, a client may ask more than once whether the emulator is up.
    const isRepeated = path === '/_admin/health' && exchanges.length > 0
    if (path.includes('/_admin/') && !isRepeated) exchanges.push(exchange)
    response.writeHead(status, answer.headers).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Clients send YAML or JSON, which is a subset of YAML. */
const dataOf = (content: string): unknown => (content === '' ? undefined : parse(content))
