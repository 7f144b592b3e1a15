/** In the order in which the OpenAPI document lists them. */
export const TAGS = {
  Clock: 'The virtual clock, which the services use for anything that depends on time.',
  'Worlds and snapshots': 'Resets, named snapshots, and additional isolated emulators.',
  History:
    'Everything that has changed the world in its current life, and the world at any of those moments.',
  'Seed and state': "The services' contents, as a seed.",
  Faults: 'Things that go wrong on purpose.',
  Requests: "The journal of requests to the services. It doesn't include admin calls.",
  Namespaces: "The key-value store's namespaces with their keys and entries.",
  Stores: "The config store's stores with their keys and entries.",
  Database: 'The document database with its rate limit, keys and records.',
  Contract: "The contract's operations, the gaps in it, and how clients rely on them.",
  'The emulator': "Its health, calls, tokens and public key, and the profile that fills the contract's gaps.",
} as const

/** A service may add its own. */
export type Tag = keyof typeof TAGS | (string & {})
