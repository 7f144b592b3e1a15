import type { Scope } from '../../src/contract/values.js'
import { baseUrl, choice, count, flag, list, text, token } from './options.js'

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
    'expected a key such as kv_read_…, or a scope and a key: read:KEY, write:KEY or admin:KEY',
    (given): GivenKey | undefined => {
      const [, named, key = '', spelt] = SCOPED.exec(given) ?? []
      const scope = SCOPES.find((one) => one === (named ?? spelt))
      return scope === undefined ? undefined : { scope, key }
    },
  )

/** Options for all commands that try out a service (docs/DESIGN.md section 7). */
export const serviceOptions = {
  'base-url': baseUrl('address of the key-value store and the config store; all you need for an emulator'),
  'db-base-url': baseUrl('address of the document database'),
  namespace: text('ID', 'a namespace that nobody else uses; writes keys with a random part and removes them'),
  'kv-key': scopedKeys(
    'a key of the namespace, whose scope is its prefix (kv_read_, kv_write_, kv_admin_) or SCOPE; repeatable',
  ),
  store: text('ID', 'a config store that nobody else uses'),
  'store-key': scopedKeys('a key of the store, like --kv-key; repeatable'),
  'db-key': token('a key of the document database'),
  create: flag("also create documents and projects, which can't be removed"),
  bearer: token("a token for the namespace's owner"),
  wait: flag('wait in real time where needed, about six minutes in total; not needed for an emulator'),
  'admin-token': token("the emulator's admin token, if it requires one"),
} as const

export const conformOptions = {
  ...serviceOptions,
  walk: count(
    'also make N random calls, and compare each answer with a model of the contract (200 on an emulator, otherwise 0)',
  ),
  'walk-seed': count('repeat the walk with this seed from a report (random)'),
  report: choice(
    "the report's format; with json and junit, nothing else is printed (pretty)",
    'pretty',
    'json',
    'junit',
  ),
} as const

export const probeOptions = {
  ...serviceOptions,
  out: text('FILE', 'write the profile to this file instead of printing it'),
} as const
