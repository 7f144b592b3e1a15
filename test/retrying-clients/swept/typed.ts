import createClient from 'openapi-fetch'
import type { EmulatorClient } from 'tristore-emulator'

interface Entry {
  readonly value: unknown
  readonly expiresAt: number
}

interface Answers<Body> {
  readonly 200: { readonly content: { readonly 'application/json': Body } }
}

interface Operation<Path, Body> {
  readonly parameters: { readonly path: Path }
  readonly responses: Answers<Body>
}

type OfNamespace = { readonly namespaceId: string }
type OfKey = OfNamespace & { readonly key: string }

/** The part of the OpenAPI document that the programs use. */
interface Paths {
  readonly '/v1/kv/{namespaceId}': { readonly get: Operation<OfNamespace, unknown> }
  readonly '/v1/kv/{namespaceId}/{key}': {
    readonly get: Operation<OfKey, Entry>
    readonly put: Operation<OfKey, Entry> & {
      readonly requestBody: {
        readonly content: { readonly 'application/json': { value: unknown; ttlSeconds: number } }
      }
    }
  }
  readonly '/v1/usage/{namespaceId}': {
    readonly get: Operation<
      OfNamespace,
      { readonly monthKey: string; readonly usage: { reads: number }; readonly limits: { reads: number } }
    >
  }
  readonly '/v1/ec/{storeId}': {
    readonly get: Operation<{ storeId: string }, { configs: { key: string; value?: unknown }[] }>
  }
  readonly '/documents': { readonly get: { readonly responses: Answers<{ content?: string }[]> } }
}

export const typed = (world: EmulatorClient, headers: Readonly<Record<string, string>>) =>
  createClient<Paths>({ baseUrl: world.baseUrl, fetch: world.fetch, headers })
