import { expect } from 'vitest'
import type { EmulatorClient as Emulator } from '../../src/client/emulator-client.js'
import type { EmulatorOptions } from '../../src/server/options/emulator-options.js'
import { startEmulator } from '../../src/start-emulator.js'

export const SEED = {
  clock: { now: '2026-01-31T12:00:00Z', freeze: true },
  namespaces: [
    {
      id: 'ns_a_1',
      keys: [{ key: 'k', scope: 'admin' }],
      limits: { reads: 5 },
      entries: [{ key: 'seeded', value: 1, ttlSeconds: 3600 }],
    },
  ],
  database: { keys: [{ key: 'db' }], documents: [{ repeat: 3, title: 'Draft {{index}}' }] },
}

export const running: Emulator[] = []

export async function closeAll(): Promise<void> {
  for (const emulator of running.splice(0)) await emulator.close()
}

export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ seed: SEED, ...options })
  running.push(emulator)
  return emulator
}

export interface Addresses {
  readonly id: string
  readonly baseUrl: string
  readonly dbBaseUrl: string
  readonly adminUrl: string
}

export async function ask(
  url: string,
  method = 'GET',
  body?: object,
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

export async function makeWorld({ adminUrl }: { adminUrl: string }, body: object = {}): Promise<Addresses> {
  const { status, json } = await ask(`${adminUrl}/worlds`, 'POST', body)
  expect(status).toBe(201)
  return json as Addresses
}

export const put = (baseUrl: string, key: string, value: unknown) =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/${key}`, {
    method: 'PUT',
    headers: { 'X-KV-Key': 'k' },
    body: JSON.stringify({ value, ttlSeconds: 60 }),
  })

export const get = (baseUrl: string, key: string, headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/v1/kv/ns_a_1/${key}`, { headers: { 'X-KV-Key': 'k', ...headers } })

export async function createDocument(baseUrl: string): Promise<unknown> {
  const headers = { 'X-API-Key': 'db' }
  return (await fetch(`${baseUrl}/documents`, { method: 'POST', headers, body: '{"title":"new"}' })).json()
}
