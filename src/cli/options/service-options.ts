import { baseUrl, choice, count, flag, text, token } from '../../server/options/kinds.js'
import type { Options } from './options.js'
import { scopedKeys } from './scoped-keys.js'

/** Options of the commands that try a service (docs/DESIGN.md section 7). */
export const serviceOptions = {
  'base-url': {
    env: 'EMULATOR_BASE_URL',
    kind: baseUrl,
    help: 'where the key-value store and the config store are; of an emulator this is enough',
  },
  'db-base-url': {
    env: 'EMULATOR_DB_BASE_URL',
    kind: baseUrl,
    help: 'where the document database is',
  },
  namespace: {
    env: 'EMULATOR_NAMESPACE',
    kind: text('ID'),
    help: 'a namespace that nobody else uses in the meantime; keys of a random prefix are written and removed',
  },
  'kv-key': {
    env: 'EMULATOR_KV_KEY',
    kind: scopedKeys,
    help: 'a key of the namespace, its scope shown by kv_read_…, kv_write_…, kv_admin_… or by SCOPE:; repeatable',
  },
  store: {
    env: 'EMULATOR_STORE',
    kind: text('ID'),
    help: 'a config store that nobody else uses in the meantime',
  },
  'store-key': {
    env: 'EMULATOR_STORE_KEY',
    kind: scopedKeys,
    help: 'a key of the store, as --kv-key; repeatable',
  },
  'db-key': { env: 'EMULATOR_DB_KEY', kind: token, help: 'a key of the document database' },
  create: {
    env: 'EMULATOR_CREATE',
    kind: flag,
    help: 'create documents and projects, too, though nothing removes them again',
  },
  bearer: { env: 'EMULATOR_BEARER', kind: token, help: "a token of the namespace's owner" },
  wait: {
    env: 'EMULATOR_WAIT',
    kind: flag,
    help: 'wait for what takes real time, some six minutes in all; an emulator needs none',
  },
  'admin-token': {
    env: 'EMULATOR_ADMIN_TOKEN',
    kind: token,
    help: 'the admin token of an emulator that asks for one',
  },
} as const satisfies Options

/** Options of `emulator conform`. */
export const conformOptions = {
  ...serviceOptions,
  walk: {
    env: 'EMULATOR_WALK',
    kind: count,
    initially: '0',
    help: 'walk at random through N calls, too, and hold each answer to a model of the contract',
  },
  'walk-seed': {
    env: 'EMULATOR_WALK_SEED',
    kind: count,
    help: 'repeat the walk of this seed, which a report names; drawn again when left out',
  },
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json', 'junit'),
    initially: 'pretty',
    help: 'how to print what was found; json and junit have the output to themselves',
  },
} as const satisfies Options

/** Options of `emulator probe`. */
export const probeOptions = {
  ...serviceOptions,
  out: {
    env: 'EMULATOR_OUT',
    kind: text('FILE'),
    help: 'write the profile there instead of printing it',
  },
} as const satisfies Options
