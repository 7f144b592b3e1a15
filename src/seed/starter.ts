import type { Seed } from './schema/schema.js'
/** The emulator prints these at startup. */
export const STARTER_KEYS = {
  /** Sent as `X-KV-Key` for `ns_demo_starter`. */
  kv: { read: 'kv_read_demo', write: 'kv_write_demo', admin: 'kv_admin_demo' },
  /** Sent as `X-KV-Key` for `ec_demo_starter`. */
  config: { read: 'kv_read_config', admin: 'kv_admin_config' },
  /** Sent as `X-API-Key`. */
  database: 'db_demo',
} as const

/**
 * The default seed, with the same contents as `STARTER_SEED`. Parsing that one would take up a third of the startup
 * time (`npm run bench -- --only start`).
 */
export const starterSeed: Seed & Readonly<Record<string, unknown>> = {
  version: 1,
  namespaces: [
    {
      id: 'ns_demo_starter',
      owner: 'user_local',
      limits: { reads: 100_000, writes: 10_000, lists: 1000, storageBytes: 1_048_576 },
      keys: [
        { key: STARTER_KEYS.kv.read, scope: 'read' },
        { key: STARTER_KEYS.kv.write, scope: 'write' },
        { key: STARTER_KEYS.kv.admin, scope: 'admin' },
      ],
      entries: [
        { key: 'flag:checkout', value: { enabled: true, rollout: 25 }, ttlSeconds: 86_400 },
        { key: 'session:{{index}}', repeat: 3, value: { user: 'user_{{index}}' }, ttlSeconds: 900 },
      ],
    },
  ],
  stores: [
    {
      id: 'ec_demo_starter',
      keys: [
        { key: STARTER_KEYS.config.read, scope: 'read' },
        { key: STARTER_KEYS.config.admin, scope: 'admin' },
      ],
      entries: [
        { key: 'banner', value: { text: 'Hello', visible: true } },
        { key: 'max-items', value: 50 },
      ],
    },
  ],
  database: {
    keys: [{ key: STARTER_KEYS.database }],
    projects: [{ id: '1', name: 'Onboarding', description: 'First steps' }],
    documents: [
      { id: '1', title: 'Intro', content: "print('hello')", project: '1' },
      { repeat: 4, title: 'Draft {{index}}' },
    ],
  },
}

/** The seed that `emulator init` writes (docs/DESIGN.md section 2). */
export const STARTER_SEED = `# A seed: what the emulator holds at start and after each reset.
# Check it with: npx tristore-emulator check FILE. For completion in editors: npx tristore-emulator schema.
version: 1

# By default, the clock starts at the present and runs. With both of these, every run is the same to the millisecond:
# clock: { now: 2026-01-31T12:00:00Z, freeze: true }

namespaces: # the key-value store: send X-KV-Key
  - id: ns_demo_starter
    owner: user_local # whose bearer tokens may list keys and see usage
    limits: { reads: 100000, writes: 10000, lists: 1000, storageBytes: 1048576 }
    keys:
      - { key: ${STARTER_KEYS.kv.read}, scope: read }
      - { key: ${STARTER_KEYS.kv.write}, scope: write }
      - { key: ${STARTER_KEYS.kv.admin}, scope: admin }
    entries: # each with ttlSeconds (60 or more), or expiresAt: +10m
      - { key: "flag:checkout", value: { enabled: true, rollout: 25 }, ttlSeconds: 86400 }
      - { key: "session:{{index}}", repeat: 3, value: { user: "user_{{index}}" }, ttlSeconds: 900 }

stores: # the config store: send X-KV-Key
  - id: ec_demo_starter
    keys:
      - { key: ${STARTER_KEYS.config.read}, scope: read }
      - { key: ${STARTER_KEYS.config.admin}, scope: admin }
    entries: # these never expire
      - { key: banner, value: { text: Hello, visible: true } }
      - { key: max-items, value: 50 }

database: # the document database: send X-API-Key
  keys:
    - { key: ${STARTER_KEYS.database} } # sees everything; projects: [1] would limit it
  projects:
    - { id: 1, name: Onboarding, description: First steps }
  documents:
    - { id: 1, title: Intro, content: "print('hello')", project: 1 }
    - { repeat: 4, title: "Draft {{index}}" } # {{lorem.sentence}} and all of fakerjs.dev work too

# faults:
#   - { match: { operation: "kv.*" }, status: 503, probability: 0.1 }
`
