import type { ProfileChanges } from '../../conformance/model/profile.js'
import type { ModelFaultSpec, ModelScope } from '../../conformance/model/state.js'
import type { ModelSeed } from './model/seed.js'
import type { KeptByReset } from './model/world.js'
import type { TokenKind } from './tokens.js'

/**
 * A step of the simulation, as plain data that shrinks well. Worlds, namespaces etc. are chosen by number from those
 * that exist at that time. The number after the last one stands for something that doesn't exist.
 */
export type Step =
  | RequestStep
  | {
      readonly do: 'walk'
      readonly world: number
      readonly collection: 'documents' | 'projects'
      readonly key: number
      readonly limit: number
    }
  | ClockStep
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'fault'; readonly world: number; readonly specs: readonly ModelFaultSpec[] }
  | {
      readonly do: 'change fault'
      readonly world: number
      readonly index: number
      readonly to: 'on' | 'off' | 'gone'
    }
  | { readonly do: 'clear faults'; readonly world: number }
  | { readonly do: 'reset'; readonly world: number; readonly keep: readonly KeptByReset[] }
  | { readonly do: 'snapshot' | 'restore' | 'drop snapshot'; readonly world: number; readonly name: string }
  | { readonly do: 'world'; readonly world: number; readonly from: string }
  | { readonly do: 'close'; readonly world: number }
  | { readonly do: 'profile'; readonly world: number; readonly changes: ProfileChanges }
  | ManageStep
  | {
      readonly do: 'rate limit'
      readonly world: number
      readonly rateLimit: { requests: number; per: string } | null
    }
  | { readonly do: 'reload'; readonly world: number }
  | { readonly do: 'replace' | 'merge' | 'seed'; readonly world: number; readonly seed: ModelSeed }
  | { readonly do: 'look'; readonly world: number }

export interface RequestStep {
  readonly do: 'request'
  readonly world: number
  readonly operation: OperationName
  readonly resource: number
  readonly key: number
  readonly by: Credential
  readonly body?: BodySpec
  /** Defaults to application/json. */
  readonly contentType?: string
  readonly limit?: string
  readonly next?: NextSpec
  readonly fault?: string
}

export type OperationName =
  | 'kv.put'
  | 'kv.get'
  | 'kv.list'
  | 'kv.delete'
  | 'usage.get'
  | 'config.put'
  | 'config.get'
  | 'config.list'
  | 'config.delete'
  | 'documents.list'
  | 'documents.create'
  | 'documents.get'
  | 'projects.list'
  | 'projects.create'
  /** A POST on a key or a path below a key, neither of which is in the contract. */
  | 'not shown'
  | 'unknown path'

/** The caller, i.e. a store's key with a scope, a token, or a database key by its number. */
export type Credential =
  | { readonly key: 'own' | 'foreign'; readonly scope: ModelScope }
  | { readonly key: 'unknown' | 'revoked' }
  | { readonly bearer: 'broken' }
  | { readonly bearer: TokenKind; readonly of: 'owner' | 'stranger' }
  | { readonly databaseKey: number }
  | 'nobody'

/** Members map to JSON text. */
export interface BodySpec {
  readonly members: Readonly<Record<string, string>>
  readonly form: 'plain' | 'spaced' | 'twice' | 'broken' | 'list'
}

/** An x-next that was issued earlier, and how to send it. */
export interface NextSpec {
  readonly given: number
  readonly way: 'followed' | 'query' | 'header'
  readonly altered: boolean
}

export interface ClockStep {
  readonly do: 'clock'
  readonly world: number
  /** "next-edge" is the next start or end of a fault's window, or expiry of a token. */
  readonly move:
    | 'next-edge'
    | 'set'
    | 'advance'
    | 'next-expiry'
    | 'next-month'
    | 'freeze'
    | 'unfreeze'
    | 'rate'
  /** A duration from now, or from the waypoint if there is one. */
  readonly by: string
  readonly rate: number
  readonly freeze?: boolean
  readonly force?: boolean
  /** Asks what the move crosses. "dry" doesn't move the clock. */
  readonly receipt?: 'wet' | 'dry'
}

export type ManageStep =
  | { readonly do: 'make namespace'; readonly world: number; readonly owner: string }
  | { readonly do: 'make store'; readonly world: number; readonly owner: string }
  | { readonly do: 'remove namespace' | 'remove store'; readonly world: number; readonly index: number }
  | {
      readonly do: 'make key'
      readonly world: number
      readonly of: 'namespace' | 'store'
      readonly index: number
      readonly scope: ModelScope
    }
  | { readonly do: 'remove key'; readonly world: number; readonly index: number }
  | {
      readonly do: 'change namespace'
      readonly world: number
      readonly index: number
      readonly owner?: string
      readonly limits?: { readonly [name: string]: number | null }
      readonly usage?: { readonly [name: string]: number }
    }
  | {
      readonly do: 'make database key'
      readonly world: number
      readonly scope: {
        readonly projects?: readonly string[]
        readonly documents?: readonly string[]
        readonly outOfScope?: 'empty' | 'forbidden'
      }
    }
  | { readonly do: 'remove database key'; readonly world: number; readonly index: number }
  | {
      readonly do: 'remove record'
      readonly world: number
      readonly collection: 'documents' | 'projects'
      readonly id: string
    }

/** Entry keys, and how they're written in a path. The last one has invalid percent-encoding. */
export const ENTRY_KEYS: readonly (readonly [key: string | undefined, path: string])[] = [
  ['cart', 'cart'],
  ['flag:a', 'flag:a'],
  ['x', 'x'],
  ['ü/ß %', '%C3%BC%2F%C3%9F%20%25'],
  [undefined, '%E0%A4%A'],
]

export const SNAPSHOT_NAMES = ['before', 'after'] as const
