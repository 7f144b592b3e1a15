import type { IncomingMessage, ServerResponse } from 'node:http'
import { API_KEY, DATABASE_KEY, DOCUMENTS, ENTRIES, entryKey, NAMESPACE, TOKEN } from '../subject.js'

/** The part of the services that the benchmarks use, written by hand. */

interface Entry {
  readonly value: unknown
  readonly ttlSeconds: number
  readonly expiresAt: number
  readonly createdAt: number
}

interface Document {
  readonly id: number
  readonly title: string
  readonly content?: string
}

const PAGE = 20

const namespaces = new Map<string, Map<string, Entry>>()
const documents = new Map<number, Document>()

/** Returns the entries of a namespace. Creates it if it is new. */
function entriesOf(namespace: string): Map<string, Entry> {
  const entries = namespaces.get(namespace) ?? new Map<string, Entry>()
  namespaces.set(namespace, entries)
  return entries
}

/** Stores what the emulator's seed holds. */
export function seed(): void {
  for (let index = 1; index <= ENTRIES; index++)
    write(NAMESPACE, entryKey(index), '{"value":{"n":1},"ttlSeconds":86400}')
  for (let id = 1; id <= DOCUMENTS; id++) documents.set(id, { id, title: `Document ${id}` })
}

/** The write of a PUT. */
export function write(namespace: string, key: string, body: string): Entry {
  const { value, ttlSeconds } = JSON.parse(body) as { value: unknown; ttlSeconds: number }
  const now = Date.now()
  const entry = { value, ttlSeconds, expiresAt: now + ttlSeconds * 1000, createdAt: now }
  entriesOf(namespace).set(key, entry)
  return entry
}

/** GET of one key. */
export function get(request: IncomingMessage, response: ServerResponse, namespace = '', key = ''): void {
  const entry = namespaces.get(namespace)?.get(key)
  if (request.headers['x-kv-key'] !== API_KEY) send(response, 401, '{"ok":false}')
  else if (entry === undefined || entry.expiresAt <= Date.now()) send(response, 404, '{"ok":false}')
  else {
    const { value, ttlSeconds, expiresAt } = entry
    send(response, 200, JSON.stringify({ ok: true, key, value, ttlSeconds, expiresAt }))
  }
}

/** PUT of one key. */
export function put(request: IncomingMessage, response: ServerResponse, namespace = '', key = ''): void {
  withBody(request, (body) => {
    if (request.headers['x-kv-key'] !== API_KEY) send(response, 401, '{"ok":false}')
    else {
      const { ttlSeconds, expiresAt } = write(namespace, key, body)
      send(response, 200, JSON.stringify({ ok: true, key, ttlSeconds, expiresAt }))
    }
  })
}

/** GET of all keys. */
export function list(request: IncomingMessage, response: ServerResponse, namespace = ''): void {
  if (request.headers.authorization !== `Bearer ${TOKEN}`) send(response, 401, '{"ok":false}')
  else send(response, 200, JSON.stringify({ ok: true, keys: keysOf(namespace) }))
}

function keysOf(namespace: string): unknown[] {
  const now = Date.now()
  const iso = (ms: number) => new Date(ms).toISOString()
  const keys: unknown[] = []
  for (const [key, { ttlSeconds, expiresAt, createdAt }] of entriesOf(namespace)) {
    if (expiresAt <= now) continue
    keys.push({ key, ttlSeconds, expiresAt, expiresAtIso: iso(expiresAt), createdAt: iso(createdAt) })
  }
  return keys
}

/** POST of a document. */
export function create(request: IncomingMessage, response: ServerResponse): void {
  withBody(request, (body) => {
    if (request.headers['x-api-key'] !== DATABASE_KEY) send(response, 401, '{"error":"unauthorized"}')
    else {
      const { title, content } = JSON.parse(body) as Document
      const document = { id: documents.size + 1, title, ...(content === undefined ? {} : { content }) }
      documents.set(document.id, document)
      send(response, 201, JSON.stringify(document))
    }
  })
}

/** GET of the first page of documents. */
export function page(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['x-api-key'] !== DATABASE_KEY) send(response, 401, '{"error":"unauthorized"}')
  else {
    if (documents.size > PAGE) response.setHeader('x-next', `/documents?after=${PAGE}`)
    send(response, 200, JSON.stringify(firstDocuments()))
  }
}

function firstDocuments(): Document[] {
  const shown: Document[] = []
  for (const document of documents.values()) {
    if (shown.length === PAGE) break
    shown.push(document)
  }
  return shown
}

function withBody(request: IncomingMessage, then: (body: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => then(Buffer.concat(chunks).toString()))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
