/** Lists the sentences of the contract that aren't statements, with a reason, so that all of them are accounted for. */

/** One or more similar sentences, in our own words. `because` says why they aren't in the table. */
export interface LeftOut {
  readonly section: string
  readonly sentence: string
  readonly because: string
  /** The id of that statement, if `because` is "said elsewhere". */
  readonly statement?: string
}

/** Sections and sentences by reason. Those "said elsewhere" also have the id of that statement. */
const REASONS: Readonly<Record<string, readonly (readonly [string, string, string?])[]>> = {
  describes: [
    ['Introduction', "The document's scope."],
    ['What the service does A', 'Low latency and intended uses.'],
    ['What the service does B', 'Intended uses.'],
    ['What the service does C', 'It backs a script editor. The purpose of projects and documents.'],
    ['Versioning 2', 'Client libraries are announced and will stay compatible.'],
  ],
  'binds the client': [
    ['Resources A', 'Every data operation takes the namespaceId.'],
    [
      'Endpoints C',
      'Clients send and accept application/json, send x-next back, and stop when there is none.',
    ],
    ['Authentication C.3', 'Separate keys are recommended for production and non-production.'],
    ['Errors C', 'Clients retry with backoff and jitter. The statuses that clients must handle.'],
    ['Limits C.1', 'The values of rate limits may change. Clients avoid tight polling.'],
  ],
  'not shown': [
    [
      'States A, expired to absent',
      "An expired entry isn't removed before the next read or list. Until then, it may or may not count as storage.",
    ],
    ['Errors AB', "404 for a namespace or store that doesn't exist. Whether it or the key is checked first."],
    ['Errors C', 'The status of each error code of the database.'],
    ['Errors AB', 'Whether a refused call is counted in its own counter.'],
    ['Resources A and B', 'Namespaces and stores are created from the dashboard.'],
    ['Resources A', 'ttlSeconds is required on write.'],
    ['Resources A', 'Other fields of a namespace. Constraints on key names.'],
    ['Resources B', 'Other fields of a store.'],
    ['Resources C', 'How a document is linked to a project.'],
    ['States C', 'States and transitions of projects and documents.'],
    [
      'Endpoints A, rule 1',
      "Whether the response contains the raised TTL, which isn't part of the contract.",
    ],
    ['Endpoints A, rule 2', "A ttlSeconds that's missing or not an integer."],
    ['Endpoints A and B', 'The response body of a delete, except for ok.'],
    [
      'Gaps in the endpoint list',
      'Management operations, success statuses, a usage endpoint for stores, other operations.',
    ],
    [
      'Authentication AB.5',
      'Management operations require a bearer token. Whether a read or admin key can list keys.',
    ],
    ['Authentication AB.6', "The token's claims, and how ownership is checked."],
    ['Authentication C.4', 'How database keys are created, rotated and scoped.'],
    ['Events', 'Events of any kind.'],
    ['Errors AB', 'The field with the error code, and the shape of error bodies.'],
    ['Limits A', 'Default limits. Maximum sizes of keys and values.'],
    ['Limits B', 'Quotas and size limits of the config store.'],
    ['Limits C.3', 'The values of rate limits, the default page size and the maximum limit.'],
    ['Versioning 4', 'Rules for introducing, changing or retiring versions.'],
  ],
  'no request shows it': [
    ['What the service does C', 'The backing store is replicated and revision-based.'],
    [
      'What the service does C',
      'The platform resolves conflicts, and reports unresolved ones as HTTP errors with 409.',
    ],
    [
      'Errors C',
      "5xx for a transient server error. Clients can't cause one, and injecting one would only test itself.",
    ],
  ],
  'said elsewhere': [
    ['What the service does A', 'Every entry has a key, a value and a TTL.', 'kv.get.answer'],
    ['What the service does A', 'Every namespace has monthly quotas and a storage quota.', 'usage.limits'],
    ['Resources A', 'ttlSeconds is an integer, at least 60.', 'kv.ttl.minimum'],
    ['Resources A', 'The usage record has ok, a boolean.', 'kv.ok'],
    ['Resources B', 'value is required on write.', 'config.value.missing'],
    ['Resources B', 'Keys have the same format and header as key-value keys.', 'ab.key.alone'],
    ['States B', "Config entries don't expire.", 'config.no-expiry'],
    ['Endpoints A and B', 'ok in the response body of a delete, if there is one.', 'kv.ok'],
    ['Endpoints A and B', 'The credential and scope that each operation requires.', 'kv.scope.read.may'],
    [
      'Authentication AB.4',
      'Quota and usage are attributed to the owner.',
      'usage.elsewhere.other-owner.get',
    ],
    ['Errors AB', '401, 403 due to scope and 404 for a key, which have no code.', 'kv.error.no-quota-code'],
    ['Limits C.2', 'limit caps the page size.', 'db.documents.limit'],
    ['Versioning 3', 'The format of x-next may change.', 'db.next.opaque'],
  ],
}

export const LEFT_OUT: readonly LeftOut[] = Object.entries(REASONS).flatMap(([because, sentences]) =>
  sentences.map(([section, sentence, statement]) => ({
    section,
    sentence,
    because,
    ...(statement === undefined ? {} : { statement }),
  })),
)
