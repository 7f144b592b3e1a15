import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const run = promisify(execFile)

/** Replaces docker: the container that it starts is a recorder in front of an emulator. */
const DOCKER = `#!/bin/sh
echo "$@" >>"$0.log"
case $1 in
  run) echo c1 ;;
  port) cat "$0.address" ;;
esac
`

/** The contents of files by name. */
export type Files = Readonly<Record<string, string>>

/** The requests and commands of a program that uses a client. */
export interface ClientRun {
  readonly base: string
  readonly exchanges: readonly Exchange[]
  /** The commands of docker. */
  readonly docker: readonly string[]
}

/** Runs a command in a copy of a client's folder, with `files` added to it. */
export async function runInCopy(
  client: string,
  command: string,
  { files = {}, env = {} }: { readonly files?: Files; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `emulator-${client}-`))
  try {
    cpSync(join(CLIENTS, client), folder, { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    await run('bash', ['-ec', command], { cwd: folder, env: { ...outerEnvironment(), ...env } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a command like runInCopy, without a container engine, and records what the client does. */
export async function recordClient(client: string, command: string, files?: Files): Promise<ClientRun> {
  await using emulator = await startEmulator()
  await using recorder = await startRecorder(emulator.baseUrl)
  const bin = mkdtempSync(join(tmpdir(), 'emulator-docker-'))
  try {
    const docker = join(bin, 'docker')
    writeFileSync(docker, DOCKER, { mode: 0o755 })
    writeFileSync(`${docker}.address`, new URL(recorder.base).host)
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}` }
    await runInCopy(client, command, files === undefined ? { env } : { env, files })
    const commands = readFileSync(`${docker}.log`, 'utf8').trim().split('\n')
    return { base: recorder.base, exchanges: recorder.exchanges, docker: commands }
  } finally {
    rmSync(bin, { recursive: true, force: true })
  }
}

/**
 * Starts a proxy that forwards requests to an emulator and records them. It cuts off the first one, since a container
 * takes a moment to answer.
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
    exchanges.push({ method, path, status, body: dataOf(body), answer: dataOf(content) })
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

/** Parses YAML, since clients send YAML and JSON, which is a part of it. */
const dataOf = (content: string): unknown => (content === '' ? undefined : parse(content))
