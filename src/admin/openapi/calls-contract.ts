import type { CallGroup } from './call.js'
import { anything, count, described, list, object, oneOf, record, ref, type Schema, text } from './schema.js'

const requests = described('Ids of requests in the journal.', list(text))

/** Components of the answers here. */
export const contractSchemas: Readonly<Record<string, Schema>> = {
  Conduct: object({
    duties: list(
      object({
        id: text,
        duty: text,
        section: text,
        verdict: oneOf('kept', 'broken', 'not exercised'),
        occasions: count,
        breaches: count,
        wrong: list(text),
        requests,
      }),
    ),
    shortTtls: object({
      count,
      leastSeconds: described('null where none was.', { type: ['integer', 'null'] }),
      requests,
    }),
    gaps: list(object({ option: text, values: list(anything), count, requests })),
    quotas: list(
      object({
        namespaceId: text,
        monthKey: text,
        quantity: oneOf('reads', 'writes', 'lists'),
        used: count,
        limit: count,
        share: { type: 'number' },
      }),
    ),
    judged: count,
    dropped: count,
  }),
  Statement: object({
    id: text,
    meaning: text,
    section: text,
    area: text,
    interface: oneOf('A', 'B', 'C', 'AB'),
    needs: list(text),
  }),
  Gap: object(
    {
      option: described('A path in the profile.', text),
      meaning: text,
      value: anything,
      sees: described('What it takes to see it, or "nobody".', { anyOf: [list(text), text] }),
      leanedOn: object({ count, requests }),
    },
    {
      default: anything,
      allowed: described('Its values, or what it must be, in words.', { anyOf: [list(anything), text] }),
      hidden: text,
    },
  ),
}

const conduct = {
  duties: [
    {
      id: 'retry-after',
      duty: 'Retry-After is honoured',
      section: 'Errors C',
      verdict: 'broken',
      occasions: 3,
      breaches: 1,
      wrong: ['r3 came 1 s after r2, which said 30 s'],
      requests: ['r3'],
    },
  ],
  shortTtls: { count: 1, leastSeconds: 5, requests: ['r1'] },
  gaps: [{ option: 'kv.putStatus', values: [200], count: 1, requests: ['r1'] }],
  quotas: [
    {
      namespaceId: 'ns_shop_k3v9x2',
      monthKey: '2026-01',
      quantity: 'reads',
      used: 7,
      limit: 1000,
      share: 0.007,
    },
  ],
  judged: 12,
  dropped: 0,
}

const contract = {
  statements: [
    {
      id: 'kv.get.expired',
      meaning: 'An expired key answers as a missing one.',
      section: 'Endpoints A, rule 3',
      area: 'kv',
      interface: 'A',
      needs: ['kv.writer', 'time.pass'],
    },
  ],
  leftOut: {
    counts: { describes: 1 },
    sentences: [{ section: 'Introduction', sentence: 'What the document covers.', because: 'describes' }],
  },
  gaps: [
    {
      option: 'kv.putStatus',
      meaning: 'The status of a successful put.',
      value: 200,
      default: 200,
      allowed: [200, 201],
      sees: ['kv.writer'],
      leanedOn: { count: 1, requests: ['r1'] },
    },
  ],
  needs: { 'kv.writer': 'a write or admin key of the namespace' },
  dropped: 0,
}

export const contractCalls: CallGroup = {
  tag: 'Contract',
  description: 'What the services promise, what that leaves open, and how a client keeps its side.',
  calls: {
    'GET /contract': {
      answer: {
        schema: object({
          statements: list(ref('Statement')),
          leftOut: object({
            counts: record(count),
            sentences: list(object({ section: text, sentence: text, because: text }, { statement: text })),
          }),
          gaps: list(ref('Gap')),
          needs: record(text),
          dropped: count,
        }),
        example: contract,
      },
    },
    'GET /conduct': { answer: { schema: ref('Conduct'), example: conduct } },
  },
}
