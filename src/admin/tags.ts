/** The groups of admin calls with their descriptions, in the order of the OpenAPI document. */
export const TAGS = {
  Clock: 'The virtual clock, by which all that the services would measure by a clock is measured.',
  'Worlds and snapshots': 'Resets, states kept under a name, and further emulators beside the default one.',
  History: 'What changed a world since its life began, and every moment of it again.',
  'Seed and state': 'What the services hold, as a seed.',
  Faults: 'What goes wrong, on purpose.',
  Requests: 'The journal of requests to the services; admin calls are not in it.',
  Namespaces: 'The namespaces of the key-value store, their keys and entries.',
  Stores: 'The stores of the config store, their keys and entries.',
  Database: 'The document database: its rate limit, keys and records.',
  Contract: 'What the services promise, what that leaves open, and how a client keeps its side.',
  'The emulator':
    'Whether it answers, what it can do, whom it trusts, and how the gaps of the contract behave.',
} as const

/** The group of an admin call; a service may bring one of its own. */
export type Tag = keyof typeof TAGS | (string & {})
