import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_KEY, ENTRIES, entryKey, entryPath } from '../subject.js'

/**
 * The floor: a hand-written server on node:http with only the part of the key-value store that's measured. It's built
 * as CommonJS and doesn't import node:http, because on newer versions that would also load Node's own fetch, at five
 * times the cost.
 */
const http = process.getBuiltinModule('node:http')

interface Entry {
  readonly value: unknown
  readonly ttlSeconds: number
  readonly expiresAt: number
}

const entries = new Map<string, Entry>()

for (let index = 1; index <= ENTRIES; index++) {
  write(entryKey(index), '{"value":{"n":1},"ttlSeconds":86400}')
}
const folder = entryPath(1).replace(/[^/]*$/, '')
const server = http.createServer((request, response) => {
  const { method, url = '/' } = request
  if (!url.startsWith(folder)) response.writeHead(404).end()
  else if (method === 'GET') get(request, response, url.slice(folder.length))
  else put(request, response, url.slice(folder.length))
})
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

function write(key: string, body: string): Entry {
  const { value, ttlSeconds } = JSON.parse(body) as { value: unknown; ttlSeconds: number }
  const entry = { value, ttlSeconds, expiresAt: Date.now() + ttlSeconds * 1000 }
  entries.set(key, entry)
  return entry
}

function get(request: IncomingMessage, response: ServerResponse, key: string): void {
  const entry = entries.get(key)
  if (request.headers['x-kv-key'] !== API_KEY) send(response, 401, '{"ok":false}')
  else if (entry === undefined || entry.expiresAt <= Date.now()) send(response, 404, '{"ok":false}')
  else {
    const { value, ttlSeconds, expiresAt } = entry
    send(response, 200, JSON.stringify({ ok: true, key, value, ttlSeconds, expiresAt }))
  }
}

function put(request: IncomingMessage, response: ServerResponse, key: string): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.headers['x-kv-key'] !== API_KEY) send(response, 401, '{"ok":false}')
    else {
      const { ttlSeconds, expiresAt } = write(key, Buffer.concat(chunks).toString())
      send(response, 200, JSON.stringify({ ok: true, key, ttlSeconds, expiresAt }))
    }
  })
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
