import { Gaps } from '../../../src/domain/profile/gaps.js'
import { refuse } from '../../../src/request/errors.js'
import type { Answer, Service } from '../../support/service.js'
import { dbKey, FROZEN, member } from '../clients.js'
import { codeIn, refusal } from './errors.js'
import { type Gap, statuses } from './gap.js'

const send = (service: Service, line: string, body?: string, key = 'db') =>
  service.send(line, { headers: dbKey(key), ...(body === undefined ? {} : { body }) })
const length = ({ json }: Answer) => (Array.isArray(json) ? json.length : undefined)

const rateLimited = {
  clock: FROZEN,
  database: { keys: [{ key: 'db' }], rateLimit: { requests: 0, per: '1m' } },
}

/** A database error code by status: its default and another one. */
function codeOf(status: string, usual: string, observe: Gap['observe'], seed?: object): Gap {
  return {
    option: `database.codes.${status}`,
    ...(seed === undefined ? {} : { seed }),
    seen: [
      [usual, usual],
      ['other', 'other'],
    ],
    observe,
  }
}

/** The option rejects or accepts a member that is null. */
const nullMember = (option: string, path: string, body: string): Gap => ({
  option,
  seen: [
    ['reject', [400, []]],
    ['accept', [201, ['id', path === '/documents' ? 'title' : 'name']]],
  ],
  async observe(service) {
    const answer = await send(service, `POST ${path}`, body)
    return [answer.status, answer.status === 400 ? [] : Object.keys(Object(answer.json))]
  },
})

/** Two bodies of the wrong shape, and one that isn't JSON. */
async function invalidAnswers(service: Service) {
  const answers = []
  for (const body of ['{}', '[]', '{"title"']) answers.push(await send(service, 'POST /documents', body))
  return answers.map((answer) => `${answer.status} ${member(answer, 'error')}`)
}

/** Bodies with unknown members, with an id, and without extra members. */
async function createStatuses(service: Service) {
  const answers = [
    await send(service, 'POST /documents', '{"title":"t","project":10}'),
    await send(service, 'POST /projects', '{"name":"t","__proto__":{}}'),
    await send(service, 'POST /documents', '{"title":"t","id":null}'),
    await send(service, 'POST /documents', '{"title":"t","content":"c"}'),
  ]
  return statuses(answers)
}

export const databaseGaps: readonly Gap[] = [
  {
    option: 'database.defaultPageSize',
    seen: [
      [20, 20],
      [7, 7],
      [200, 100],
    ],
    observe: async (service) => length(await send(service, 'GET /documents')),
  },
  {
    option: 'database.maxPageSize',
    seen: [
      [100, [20, 100]],
      [5, [5, 5]],
    ],
    observe: async (service) => [
      length(await send(service, 'GET /documents')),
      length(await send(service, 'GET /documents?limit=1000')),
    ],
  },
  {
    option: 'database.overMax',
    seen: [
      ['clamp', [200, 200]],
      ['reject', [200, 400]],
    ],
    observe: async (service) =>
      statuses([
        await send(service, 'GET /documents?limit=100'),
        await send(service, 'GET /documents?limit=101'),
      ]),
  },
  {
    option: 'database.next',
    seen: [
      ['url', 'http://emulator.test/documents?next=*'],
      ['path', '/documents?next=*'],
      ['cursor', '*'],
    ],
    observe: async (service) =>
      (await send(service, 'GET /documents')).header('x-next')?.replace(/[\w-]+\.[\w-]+$/, '*'),
  },
  {
    option: 'database.createProjectStatus',
    seen: [
      [201, [201, 201]],
      [200, [200, 201]],
    ],
    observe: async (service) =>
      statuses([
        await send(service, 'POST /projects', '{"name":"n"}'),
        await send(service, 'POST /documents', '{"title":"t"}'),
      ]),
  },
  {
    option: 'database.scopedOut',
    seen: [
      [403, [403, 'forbidden']],
      [404, [404, 'not_found']],
    ],
    async observe(service) {
      const answer = await send(service, 'GET /documents/2', undefined, 'db_scoped')
      return [answer.status, member(answer, 'error')]
    },
  },
  {
    option: 'database.documentIdInvalid',
    seen: [
      [400, [400, 'invalid_request']],
      [404, [404, 'not_found']],
    ],
    async observe(service) {
      const answer = await send(service, 'GET /documents/first')
      return [answer.status, member(answer, 'error')]
    },
  },
  {
    option: 'database.limitZero',
    seen: [
      ['reject', [400, undefined, undefined]],
      ['empty', [200, 0, undefined]],
    ],
    async observe(service) {
      const answer = await send(service, 'GET /documents?limit=0')
      return [answer.status, length(answer), answer.header('x-next')]
    },
  },
  nullMember('database.contentNull', '/documents', '{"title":"t","content":null}'),
  nullMember('database.descriptionNull', '/projects', '{"name":"n","description":null}'),
  {
    option: 'database.absentMembers',
    seen: [
      ['left-out', ['{"id":1,"title":"One"}', '{"id":11,"name":"n"}', '[{"id":1,"title":"One"}]']],
      [
        'null',
        [
          '{"id":1,"title":"One","content":null}',
          '{"id":11,"name":"n","description":null}',
          '[{"id":1,"title":"One","content":null}]',
        ],
      ],
    ],
    observe: async (service) => [
      (await send(service, 'GET /documents/1')).text,
      (await send(service, 'POST /projects', '{"name":"n"}')).text,
      (await send(service, 'GET /documents?limit=1')).text,
    ],
  },
  {
    option: 'database.unknownMembers',
    seen: [
      ['ignore', [201, 201, 201, 201]],
      ['reject', [400, 400, 201, 201]],
    ],
    observe: createStatuses,
  },
  {
    option: 'database.sentId',
    seen: [
      ['ignore', [201, 201, 201, 201]],
      ['reject', [201, 201, 400, 201]],
    ],
    observe: createStatuses,
  },
  {
    option: 'database.rateLimitRetryAfter',
    seed: rateLimited,
    seen: [
      [true, [429, '60']],
      [false, [429, undefined]],
    ],
    async observe(service) {
      const answer = await send(service, 'GET /documents')
      return [answer.status, answer.header('retry-after')]
    },
  },
  {
    option: 'database.rateWindow',
    seed: { ...rateLimited, database: { ...rateLimited.database, rateLimit: { requests: 2, per: '1m' } } },
    seen: [
      ['fixed', ['200 ', '200 ', '429 30', '200 ', '200 ', '429 60']],
      ['sliding', ['200 ', '200 ', '429 30', '200 ', '429 30', '429 30']],
    ],
    async observe(service) {
      const answers = []
      for (const pauseMs of [0, 30_000, 0, 30_000, 0, 0]) {
        service.advance(pauseMs)
        const answer = await send(service, 'GET /documents')
        answers.push(`${answer.status} ${answer.header('retry-after') ?? ''}`)
      }
      return answers
    },
  },
  {
    option: 'database.validationStatus',
    seen: [
      [400, ['400 validation_error', '400 validation_error', '400 invalid_request']],
      [422, ['422 validation_error', '422 validation_error', '400 invalid_request']],
    ],
    observe: invalidAnswers,
  },
  codeOf('401', 'unauthorized', async (service) => member(await service.send('GET /documents'), 'error')),
  codeOf('403', 'forbidden', async (service) =>
    member(await send(service, 'GET /documents/2', undefined, 'db_scoped'), 'error'),
  ),
  // The service itself never causes these two. Injected faults do.
  codeOf('409', 'conflict', ({ world, plane }) =>
    codeIn(refuse(refusal('conflict'), plane.services.named('documents'), new Gaps(world.profile)).body),
  ),
  codeOf('5xx', 'internal_error', ({ world, plane }) =>
    codeIn(
      refuse(refusal('internal_error'), plane.services.named('documents'), new Gaps(world.profile)).body,
    ),
  ),
  codeOf('413', 'payload_too_large', async (service) =>
    member(await send(service, 'POST /documents', `{"title":"${'x'.repeat(10_485_760)}"}`), 'error'),
  ),
  codeOf(
    '429',
    'rate_limited',
    async (service) => member(await send(service, 'GET /documents'), 'error'),
    rateLimited,
  ),
]
