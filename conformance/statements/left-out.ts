/** The sentences of the contract that are not statements, and why, so that a reader finds every one accounted for. */

/** A sentence, or several alike, in the project's words; `because` is the reason why it is not in the table. */
export interface LeftOut {
  readonly section: string
  readonly sentence: string
  readonly because: 'describes' | 'binds the client' | 'not shown' | 'no request shows it' | 'said elsewhere'
  /** For "said elsewhere": the statement that says it. */
  readonly statement?: string
}

/** Every sentence outside the table. */
export const LEFT_OUT: readonly LeftOut[] = [
  { section: 'Introduction', sentence: 'What the document covers.', because: 'describes' },
  { section: 'What the service does A', sentence: 'Low latency; intended uses.', because: 'describes' },
  { section: 'What the service does B', sentence: 'Intended uses.', because: 'describes' },
  {
    section: 'What the service does A',
    sentence: 'Every entry has a key, a value and a TTL.',
    because: 'said elsewhere',
    statement: 'kv.get.answer',
  },
  {
    section: 'What the service does A',
    sentence: 'Every namespace has monthly quotas and a storage quota.',
    because: 'said elsewhere',
    statement: 'usage.limits',
  },
  {
    section: 'What the service does C',
    sentence: 'Backs a script editor; what projects and documents are for.',
    because: 'describes',
  },
  {
    section: 'What the service does C',
    sentence: 'The backing store is replicated and revision-based.',
    because: 'no request shows it',
  },
  {
    section: 'What the service does C',
    sentence: 'The platform resolves conflicts and reports the others as HTTP errors, with 409.',
    because: 'no request shows it',
  },
  {
    section: 'Errors C',
    sentence:
      '5xx for an error of the server that passes: no client brings one about, and to inject one tests itself.',
    because: 'no request shows it',
  },
  {
    section: 'States A, expired to absent',
    sentence:
      'An expired entry is removed by the next read or list and no earlier: storage may show it or not.',
    because: 'not shown',
  },
  {
    section: 'Errors AB',
    sentence:
      '404 to a key for a namespace or store that does not exist: which of the two is looked at first.',
    because: 'not shown',
  },
  {
    section: 'Errors C',
    sentence: 'The status that goes with each code of the database.',
    because: 'not shown',
  },
  {
    section: 'Errors AB',
    sentence: 'What a refused call counts in its own counter.',
    because: 'not shown',
  },
  {
    section: 'Resources A and B',
    sentence: 'Namespaces and stores are created from the dashboard.',
    because: 'not shown',
  },
  { section: 'Resources A', sentence: 'The namespaceId is in every data call.', because: 'binds the client' },
  {
    section: 'Resources A',
    sentence: 'ttlSeconds is an integer, at least 60.',
    because: 'said elsewhere',
    statement: 'kv.ttl.minimum',
  },
  { section: 'Resources A', sentence: 'ttlSeconds is required on write.', because: 'not shown' },
  {
    section: 'Resources A',
    sentence: 'The usage record has ok, a boolean.',
    because: 'said elsewhere',
    statement: 'kv.ok',
  },
  {
    section: 'Resources A',
    sentence: 'Further namespace fields; constraints on key names.',
    because: 'not shown',
  },
  {
    section: 'Resources B',
    sentence: 'value is required on write.',
    because: 'said elsewhere',
    statement: 'config.value.missing',
  },
  {
    section: 'Resources B',
    sentence: 'Keys have the form and the header of the key-value keys.',
    because: 'said elsewhere',
    statement: 'ab.key.alone',
  },
  { section: 'Resources B', sentence: 'Further store fields.', because: 'not shown' },
  { section: 'Resources C', sentence: 'How a document is linked to a project.', because: 'not shown' },
  {
    section: 'States B',
    sentence: 'No expiry exists for config entries.',
    because: 'said elsewhere',
    statement: 'config.no-expiry',
  },
  { section: 'States C', sentence: 'States of projects and documents.', because: 'not shown' },
  {
    section: 'Endpoints A, rule 1',
    sentence: 'The echo of the raised TTL in the response, no part of the contract.',
    because: 'not shown',
  },
  { section: 'Endpoints A, rule 2', sentence: 'ttlSeconds missing or no integer.', because: 'not shown' },
  { section: 'Endpoints A and B', sentence: 'The body of a delete, but for its ok.', because: 'not shown' },
  {
    section: 'Endpoints A and B',
    sentence: 'The ok of a delete that has a body.',
    because: 'said elsewhere',
    statement: 'kv.ok',
  },
  {
    section: 'Endpoints A and B',
    sentence: 'The credential that each call takes, and its scopes.',
    because: 'said elsewhere',
    statement: 'kv.scope.read.may',
  },
  {
    section: 'Endpoints C',
    sentence: 'A client sends and accepts application/json; it passes x-next back and stops without it.',
    because: 'binds the client',
  },
  {
    section: 'Gaps in the endpoint list',
    sentence: 'Management operations, success statuses, usage of stores, other operations.',
    because: 'not shown',
  },
  {
    section: 'Authentication AB.4',
    sentence: 'Quota and usage go to the owner.',
    because: 'said elsewhere',
    statement: 'usage.elsewhere.other-owner.get',
  },
  {
    section: 'Authentication AB.5',
    sentence: 'Management operations require a bearer token; a key list by a read or admin key.',
    because: 'not shown',
  },
  { section: 'Authentication AB.6', sentence: 'Claims of the token.', because: 'not shown' },
  {
    section: 'Authentication C.3',
    sentence: 'Separate keys for production are advised.',
    because: 'binds the client',
  },
  {
    section: 'Authentication C.4',
    sentence: 'How database keys are made and scoped.',
    because: 'not shown',
  },
  { section: 'Events', sentence: 'Events of any kind.', because: 'not shown' },
  {
    section: 'Errors AB',
    sentence: '401, 403 by scope, 404 of a key: the rows without a code.',
    because: 'said elsewhere',
    statement: 'kv.error.no-quota-code',
  },
  { section: 'Errors AB', sentence: 'The field of the code and the shape of errors.', because: 'not shown' },
  {
    section: 'Errors C',
    sentence: 'Retry with backoff and jitter; statuses a client must handle.',
    because: 'binds the client',
  },
  { section: 'Limits A', sentence: 'Default limits; sizes of keys and values.', because: 'not shown' },
  { section: 'Limits B', sentence: 'Quotas and sizes of the config store.', because: 'not shown' },
  {
    section: 'Limits C.1',
    sentence: 'Values of rate limits may change; clients avoid tight polling.',
    because: 'binds the client',
  },
  {
    section: 'Limits C.2',
    sentence: 'limit caps the page size.',
    because: 'said elsewhere',
    statement: 'db.documents.limit',
  },
  {
    section: 'Limits C.3',
    sentence: 'Rate limits in numbers, default page size, largest limit.',
    because: 'not shown',
  },
  {
    section: 'Versioning 2',
    sentence: 'Client libraries are announced, and stay compatible.',
    because: 'describes',
  },
  {
    section: 'Versioning 3',
    sentence: 'The format of x-next may change.',
    because: 'said elsewhere',
    statement: 'db.next.opaque',
  },
  { section: 'Versioning 4', sentence: 'Rules for versions.', because: 'not shown' },
]
