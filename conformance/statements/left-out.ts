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
    ['Introduction', 'What the document covers.'],
    ['What the service does A', 'Low latency; intended uses.'],
    ['What the service does B', 'Intended uses.'],
    ['What the service does C', 'Backs a script editor; what projects and documents are for.'],
    ['Versioning 2', 'Client libraries are announced, and stay compatible.'],
  ],
  'binds the client': [
    ['Resources A', 'The namespaceId is in every data call.'],
    [
      'Endpoints C',
      'A client sends and accepts application/json; it passes x-next back and stops without it.',
    ],
    ['Authentication C.3', 'Separate keys for production are advised.'],
    ['Errors C', 'Retry with backoff and jitter; statuses a client must handle.'],
    ['Limits C.1', 'Values of rate limits may change; clients avoid tight polling.'],
  ],
  'not shown': [
    [
      'States A, expired to absent',
      'An expired entry is removed by the next read or list and no earlier: storage may show it or not.',
    ],
    [
      'Errors AB',
      '404 to a key for a namespace or store that does not exist: which of the two is looked at first.',
    ],
    ['Errors C', 'The status that goes with each code of the database.'],
    ['Errors AB', 'What a refused call counts in its own counter.'],
    ['Resources A and B', 'Namespaces and stores are created from the dashboard.'],
    ['Resources A', 'ttlSeconds is required on write.'],
    ['Resources A', 'Further namespace fields; constraints on key names.'],
    ['Resources B', 'Further store fields.'],
    ['Resources C', 'How a document is linked to a project.'],
    ['States C', 'States of projects and documents.'],
    ['Endpoints A, rule 1', 'The echo of the raised TTL in the response, no part of the contract.'],
    ['Endpoints A, rule 2', 'ttlSeconds missing or no integer.'],
    ['Endpoints A and B', 'The body of a delete, but for its ok.'],
    [
      'Gaps in the endpoint list',
      'Management operations, success statuses, usage of stores, other operations.',
    ],
    [
      'Authentication AB.5',
      'Management operations require a bearer token; a key list by a read or admin key.',
    ],
    ['Authentication AB.6', 'Claims of the token.'],
    ['Authentication C.4', 'How database keys are made and scoped.'],
    ['Events', 'Events of any kind.'],
    ['Errors AB', 'The field of the code and the shape of errors.'],
    ['Limits A', 'Default limits; sizes of keys and values.'],
    ['Limits B', 'Quotas and sizes of the config store.'],
    ['Limits C.3', 'Rate limits in numbers, default page size, largest limit.'],
    ['Versioning 4', 'Rules for versions.'],
  ],
  'no request shows it': [
    ['What the service does C', 'The backing store is replicated and revision-based.'],
    [
      'What the service does C',
      'The platform resolves conflicts and reports the others as HTTP errors, with 409.',
    ],
    [
      'Errors C',
      '5xx for an error of the server that passes: no client brings one about, and to inject one tests itself.',
    ],
  ],
  'said elsewhere': [
    ['What the service does A', 'Every entry has a key, a value and a TTL.', 'kv.get.answer'],
    ['What the service does A', 'Every namespace has monthly quotas and a storage quota.', 'usage.limits'],
    ['Resources A', 'ttlSeconds is an integer, at least 60.', 'kv.ttl.minimum'],
    ['Resources A', 'The usage record has ok, a boolean.', 'kv.ok'],
    ['Resources B', 'value is required on write.', 'config.value.missing'],
    ['Resources B', 'Keys have the form and the header of the key-value keys.', 'ab.key.alone'],
    ['States B', 'No expiry exists for config entries.', 'config.no-expiry'],
    ['Endpoints A and B', 'The ok of a delete that has a body.', 'kv.ok'],
    ['Endpoints A and B', 'The credential that each call takes, and its scopes.', 'kv.scope.read.may'],
    ['Authentication AB.4', 'Quota and usage go to the owner.', 'usage.elsewhere.other-owner.get'],
    ['Errors AB', '401, 403 by scope, 404 of a key: the rows without a code.', 'kv.error.no-quota-code'],
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
