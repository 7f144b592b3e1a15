import type { EmulatorClient } from '../../../src/client/emulator-client.js'
import { signed } from './issuer.js'
import { type Answer, type Means, NAMESPACE, STORE } from './program.js'

/** The calls that the programs make. */

const KV = { 'X-KV-Key': 'kv' }
const CONFIG = { 'X-KV-Key': 'ec' }
const DATABASE = { 'X-API-Key': 'db' }

interface Entry {
  readonly value: unknown
}

const entryPath = (key: string) => `/v1/kv/${NAMESPACE}/${key}`
const configPath = (key: string) => `/v1/ec/${STORE}/${key}`

export async function get({ send }: Means, key: string): Promise<unknown> {
  const { status, body } = await send('GET', entryPath(key), KV, undefined)
  return status === 404 ? undefined : (body as Entry).value
}

/** @returns whether it was stored */
export async function put({ send }: Means, key: string, value: unknown): Promise<boolean> {
  const { status } = await send('PUT', entryPath(key), KV, JSON.stringify({ value, ttlSeconds: 3600 }))
  return status === 200
}

export const remove = ({ send }: Means, key: string): Promise<Answer> =>
  send('DELETE', entryPath(key), KV, undefined)

/** The status of listing the keys with a token. */
export async function listWith({ send }: Means, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await send('GET', `/v1/kv/${NAMESPACE}`, headers, undefined)).status
}

/** Writes that are left this month. */
export async function writesLeft({ send }: Means): Promise<number> {
  const headers = { Authorization: `Bearer ${signed()}` }
  const { body } = await send('GET', `/v1/usage/${NAMESPACE}`, headers, undefined)
  const { limits, usage } = body as Record<'limits' | 'usage', { readonly writes: number }>
  return limits.writes - usage.writes
}

export async function getConfig({ send }: Means, key: string): Promise<unknown> {
  return ((await send('GET', configPath(key), CONFIG, undefined)).body as Entry).value
}

export const putConfig = ({ send }: Means, key: string, value: unknown): Promise<Answer> =>
  send('PUT', configPath(key), CONFIG, JSON.stringify({ value }))

export interface Document {
  readonly id: number
  readonly title: string
}

export interface Page {
  readonly documents: readonly Document[]
  readonly next: string | undefined
}

/** A page of documents. @param path of the page, as x-next has it; left out, the first one */
export async function listDocuments({ send }: Means, path = '/documents?limit=2'): Promise<Page> {
  const { body, next } = await send('GET', path, DATABASE, undefined)
  return { documents: body as Document[], next: next === undefined ? undefined : pathOf(next) }
}

export const allDocuments = async (means: Means): Promise<readonly Document[]> =>
  (await listDocuments(means, '/documents?limit=100')).documents

export const createDocument = ({ send }: Means, title: string): Promise<Answer> =>
  send('POST', '/documents', DATABASE, JSON.stringify({ title }))

/** The seed has x-next as a URL; a world's prefix is added anew by whoever sends. */
function pathOf(next: string): string {
  const { pathname, search } = new URL(next)
  return pathname.replace(/^\/_worlds\/[^/]+/, '') + search
}

/** The entries that are there in the end. */
export async function entriesIn(world: EmulatorClient): Promise<Readonly<Record<string, unknown>>> {
  const { namespaces = [] } = await world.state.get()
  const entries = namespaces.flatMap(({ entries = [] }) => entries) as { key: string; value: unknown }[]
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]))
}

/** The values of the entries whose keys begin so. */
export async function valuesIn(world: EmulatorClient, prefix: string): Promise<readonly unknown[]> {
  const entries = Object.entries(await entriesIn(world))
  return entries.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value)
}
