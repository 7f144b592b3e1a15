/** The parts of the document that the tests use. */

export interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly schema: object
    readonly example?: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly security: readonly object[]
}

export interface Server {
  readonly url: string
}

/** Operations by lower-case method, with their servers if they have their own. */
export interface PathItem {
  readonly servers?: readonly Server[]
  readonly get?: Operation
  readonly put?: Operation
  readonly post?: Operation
  readonly patch?: Operation
  readonly delete?: Operation
}

export type Method = Exclude<keyof PathItem, 'servers'>

const METHODS: readonly Method[] = ['get', 'put', 'post', 'patch', 'delete']

export interface Document {
  readonly openapi: string
  readonly info: { readonly description: string }
  readonly servers: readonly Server[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/** An operation, and its place in the document. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Fetches the document of an emulator, or of one of its worlds. */
export async function documentOf({ adminUrl }: { readonly adminUrl: string }): Promise<Document> {
  const response = await fetch(`${adminUrl}/openapi.json`)
  return (await response.json()) as Document
}

/** All operations, in the document's order. */
export function operationsOf({ paths }: Document): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }]
    }),
  )
}
