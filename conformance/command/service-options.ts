import type { Scope } from '../../src/contract/values.js'
import { baseUrl, choice, count, flag, list, text, token } from './options.js'

/** A raw API key for the key-value or config store. */
export interface GivenKey {
  readonly scope: Scope
  readonly key: string
}

const SCOPES: readonly Scope[] = ['read', 'write', 'admin']
const SCOPED = /^(?:(read|write|admin):)?((?:kv_(read|write|admin)_)?[\x21-\x7e]+)$/

/** An option for keys of a namespace or store. You can omit the scope if the key starts with it. */
const scopedKeys = (help: string) =>
  list(
    '[SCOPE:]KEY',
    help,
    'expected a key such as kv_read_…, or its scope and the key: read:KEY, write:KEY or admin:KEY',
    (given): GivenKey | undefined => {
      const [, named, key = '', spelt] = SCOPED.exec(given) ?? []
      const scope = SCOPES.find((one) => one === (named ?? spelt))
      return scope === undefined ? undefined : { scope, key }
    },
  )

/** Options for all commands that try out a service (docs/DESIGN.md section 7). */
export const serviceOptions = {
  'base-url': baseUrl('where the key-value store and the config store are; for an emulator this is enough'),
  'db-base-url': baseUrl('where the document database is'),
  namespace: text('ID', 'a namespace without other users; keys with a random part are written and removed'),
  'kv-key': scopedKeys(
    'a key of the namespace, its scope read from kv_read_…, kv_write_…, kv_admin_… or by SCOPE:; repeatable',
  ),
  store: text('ID', 'a config store without other users'),
  'store-key': scopedKeys('a key of the store, as --kv-key; repeatable'),
  'db-key': token('a key of the document database'),
  create: flag('create documents and projects too, though nothing removes them again'),
  bearer: token("a token of the namespace's owner"),
  wait: flag('wait for what takes real time, some six minutes in all; an emulator needs none'),
  'admin-token': token('the admin token of an emulator that asks for one'),
} as const

export const conformOptions = {
  ...serviceOptions,
  walk: count(
    'walk at random through N calls too, and hold each answer to a model of the contract (200 on an emulator, 0 elsewhere)',
  ),
  'walk-seed': count('repeat the walk of this seed, which a report names; a new one when left out'),
  report: choice(
    'how to report what was found; json and junit have the output to themselves (pretty)',
    'pretty',
    'json',
    'junit',
  ),
} as const

export const probeOptions = {
  ...serviceOptions,
  out: text('FILE', 'write the profile there instead of printing it'),
} as const
