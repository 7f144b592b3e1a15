import type { ClientRequest } from '../../../conformance/http-client.js'
import { changed, changing, isDocuments, mistaking, type Wrong, withCredential } from './wrong.js'

const isProjects = ({ url }: ClientRequest): boolean => new URL(url).pathname.endsWith('/projects')
const isOf = { documents: isDocuments, projects: isProjects } as const
const isPage = (request: ClientRequest) => request.method === 'GET' && !/documents\/\d/.test(request.url)

/** The nearest number that a double holds. */
const rounded = (text: string): string => text.replace(/9007199254740993/g, '9007199254740992')

const collections = (['documents', 'projects'] as const).flatMap((collection): Wrong[] => [
  {
    what: `ids of ${collection} are rounded`,
    caughtBy: `db.${collection}.id.digits`,
    make:
      ({ send }) =>
      async (request) => {
        const answer = await send(request)
        return isOf[collection](request) ? { ...answer, text: rounded(answer.text) } : answer
      },
  },
  {
    what: `pages of ${collection} behind the first are as long as they like`,
    caughtBy: `db.${collection}.limit.every-page`,
    make: changing((answer, request) => {
      if (isOf[collection](request) && request.url.includes('next=') && Array.isArray(answer.body)) {
        answer.body.push({ id: 71, title: 't', name: 'n' }, { id: 72, title: 't', name: 'n' })
      }
    }),
  },
  {
    what: `a limit beside an x-next of ${collection} is one more`,
    caughtBy: `db.${collection}.limit.beside-next`,
    make: mistaking((request) =>
      isOf[collection](request) && request.url.includes('next=')
        ? { ...request, url: request.url.replace(/limit=2$/, 'limit=3') }
        : request,
    ),
  },
  {
    what: `the ends of a text in ${collection} are trimmed`,
    caughtBy: collection === 'documents' ? 'db.documents.title.as-sent' : 'db.projects.name.as-sent',
    make: changing((answer, request) => {
      if (!isOf[collection](request) || request.method !== 'POST') return
      for (const member of ['title', 'name']) answer.body[member] = answer.body[member]?.trim()
    }),
  },
  {
    what: `small pages of ${collection} lack a record`,
    caughtBy: `db.${collection}.next.every-page`,
    make: changing((answer, request) => {
      if (isOf[collection](request) && Array.isArray(answer.body) && answer.body.length === 2)
        answer.body.pop()
    }),
  },
  {
    what: `a created record of ${collection} is listed without what is optional`,
    caughtBy: `db.${collection}.create.listed`,
    make: changing((answer, request) => {
      if (!isOf[collection](request) || !Array.isArray(answer.body)) return
      for (const record of answer.body) {
        delete record.content
        delete record.description
      }
    }),
  },
])

/** Ways to be wrong about scopes, ids and texts of records. */
export const wrongRecords: readonly Wrong[] = [
  ...collections,
  {
    what: 'a scoped key sees every project',
    caughtBy: 'db.key.scoped-projects',
    make: mistaking((request, { database }) =>
      isProjects(request)
        ? withCredential(request, 'x-api-key', database?.scopedToProject?.key ?? '', database?.key ?? '')
        : request,
    ),
  },
  {
    what: 'a scope holds for the first page alone',
    caughtBy: 'db.key.scoped-pages',
    make: ({ send, database }) => {
      const first = changed(send, (answer, { headers }) => {
        if (headers['x-api-key'] === database?.scoped?.key) answer.setHeader('x-next', '/documents?behind=1')
      })
      return (request) =>
        request.url.includes('behind=')
          ? send({
              ...request,
              url: request.url.replace('behind=1', 'limit=100'),
              headers: { 'x-api-key': database?.key ?? '' },
            })
          : isPage(request)
            ? first(request)
            : send(request)
    },
  },
  {
    what: 'the last page of a scoped key has an x-next',
    caughtBy: 'db.key.scoped-last-page',
    make: ({ send, database }) => {
      const pages = changed(send, (answer, { headers }) => {
        const isLast = headers['x-api-key'] === database?.scoped?.key && answer.header('x-next') === null
        if (isLast) answer.setHeader('x-next', '/documents?after=all')
      })
      const nothing = { status: 200, headers: new Headers(), text: '[]' }
      return async (request) => (request.url.includes('after=all') ? nothing : pages(request))
    },
  },
  {
    what: 'a key without documents sees the projects',
    caughtBy: 'db.key.outside-scope',
    make: mistaking((request, { database }) =>
      isProjects(request)
        ? withCredential(request, 'x-api-key', database?.blindKeys?.[1] ?? '', database?.key ?? '')
        : request,
    ),
  },
  ...(['authorization', 'x-kv-key'] as const).map(
    (header): Wrong => ({
      what: `a database key counts in ${header} too`,
      caughtBy: 'db.key.header',
      make: mistaking((request, { database }) => {
        const key = (request.headers[header] ?? '').replace('Bearer ', '')
        return key === database?.key ? { ...request, headers: { 'x-api-key': key } } : request
      }),
    }),
  ),
  {
    what: 'a key of a namespace opens the database',
    caughtBy: 'db.key.not-of-a-namespace',
    make: mistaking((request, { database, namespace }) =>
      withCredential(request, 'x-api-key', namespace?.keys.admin ?? '', database?.key ?? ''),
    ),
  },
  {
    what: 'a refused record is created all the same',
    caughtBy: 'db.error.creates-nothing',
    make:
      ({ send }) =>
      async (request) => {
        const answer = await send(request)
        if (request.method === 'POST' && answer.status === 400) {
          await send({ ...request, body: JSON.stringify({ title: 'x', name: 'x' }) })
        }
        return answer
      },
  },
  {
    what: 'the id in an address is rounded',
    caughtBy: 'db.documents.get.digits',
    make: mistaking((request) => ({
      ...request,
      url: request.url.replace('9007199254740992', '9007199254740993'),
    })),
  },
  {
    what: 'titles and contents are trimmed',
    caughtBy: 'db.documents.create.text',
    make: mistaking((request) => {
      if (request.method !== 'POST' || !isDocuments(request)) return request
      const { title, content } = JSON.parse(request.body ?? '{}')
      return { ...request, body: JSON.stringify({ title: title?.trim(), content: content?.trim() }) }
    }),
  },
]
