import type { ClientRequest } from '../../../conformance/http-client.js'
import { changed, changing, isDocuments, mistaking, type Wrong, withCredential, wrongOf } from './wrong.js'

const isProjects = ({ url }: ClientRequest): boolean => new URL(url).pathname.endsWith('/projects')
const isOf = { documents: isDocuments, projects: isProjects } as const
const isPage = (request: ClientRequest) => request.method === 'GET' && !/documents\/\d/.test(request.url)

/** Rounds the number as a double does. */
const rounded = (text: string): string => text.replace(/9007199254740993/g, '9007199254740992')

const collections = (['documents', 'projects'] as const).flatMap((collection) =>
  wrongOf({
    [`db.${collection}.id.digits`]: {
      [`ids of ${collection} are rounded`]:
        ({ send }) =>
        async (request) => {
          const answer = await send(request)
          return isOf[collection](request) ? { ...answer, text: rounded(answer.text) } : answer
        },
    },
    [`db.${collection}.limit.every-page`]: {
      [`pages of ${collection} after the first ignore the limit`]: changing((answer, request) => {
        if (isOf[collection](request) && request.url.includes('next=') && Array.isArray(answer.body)) {
          answer.body.push({ id: 71, title: 't', name: 'n' }, { id: 72, title: 't', name: 'n' })
        }
      }),
    },
    [`db.${collection}.limit.with-next`]: {
      [`a limit next to an x-next of ${collection} is one more`]: mistaking((request) =>
        isOf[collection](request) && request.url.includes('next=')
          ? { ...request, url: request.url.replace(/limit=2$/, 'limit=3') }
          : request,
      ),
    },
    [`db.${collection}.create.texts`]: {
      [`the ends of a text in ${collection} are trimmed`]: changing((answer, request) => {
        if (!isOf[collection](request) || request.method !== 'POST') return
        for (const member of ['title', 'name']) answer.body[member] = answer.body[member]?.trim()
      }),
    },
    [`db.${collection}.next.every-page`]: {
      [`small pages of ${collection} lack a record`]: changing((answer, request) => {
        if (isOf[collection](request) && Array.isArray(answer.body) && answer.body.length === 2)
          answer.body.pop()
      }),
    },
    [`db.${collection}.create.listed`]: {
      [`a created record of ${collection} is listed without its optional members`]: changing(
        (answer, request) => {
          if (!isOf[collection](request) || !Array.isArray(answer.body)) return
          for (const record of answer.body) {
            delete record.content
            delete record.description
          }
        },
      ),
    },
  }),
)

export const wrongRecords: readonly Wrong[] = [
  ...collections,
  ...wrongOf({
    'db.key.scoped-projects': {
      'a scoped key sees every project': mistaking((request, { database }) =>
        isProjects(request)
          ? withCredential(request, 'x-api-key', database?.scopedToProject?.key ?? '', database?.key ?? '')
          : request,
      ),
    },
    'db.key.scoped-pages': {
      'a scope holds only for the first page': ({ send, database }) => {
        const first = changed(send, (answer, { headers }) => {
          if (headers['x-api-key'] === database?.scoped?.key) answer.setHeader('x-next', '/documents?after=1')
        })
        return (request) =>
          request.url.includes('after=')
            ? send({
                ...request,
                url: request.url.replace('after=1', 'limit=100'),
                headers: { 'x-api-key': database?.key ?? '' },
              })
            : isPage(request)
              ? first(request)
              : send(request)
      },
    },
    'db.key.scoped-last-page': {
      'the last page of a scoped key has an x-next': ({ send, database }) => {
        const pages = changed(send, (answer, { headers }) => {
          const isLast = headers['x-api-key'] === database?.scoped?.key && answer.header('x-next') === null
          if (isLast) answer.setHeader('x-next', '/documents?after=all')
        })
        const nothing = { status: 200, headers: new Headers(), text: '[]' }
        return async (request) => (request.url.includes('after=all') ? nothing : pages(request))
      },
    },
    'db.key.outside-scope': {
      'a key without documents sees the projects': mistaking((request, { database }) =>
        isProjects(request)
          ? withCredential(request, 'x-api-key', database?.blindKeys?.[1] ?? '', database?.key ?? '')
          : request,
      ),
    },
  }),
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
  ...wrongOf({
    'db.key.not-of-a-namespace': {
      'a key of a namespace opens the database': mistaking((request, { database, namespace }) =>
        withCredential(request, 'x-api-key', namespace?.keys.admin ?? '', database?.key ?? ''),
      ),
    },
    'db.error.creates-nothing': {
      'a refused record is created all the same':
        ({ send }) =>
        async (request) => {
          const answer = await send(request)
          if (request.method === 'POST' && answer.status === 400) {
            await send({ ...request, body: JSON.stringify({ title: 'x', name: 'x' }) })
          }
          return answer
        },
    },
    'db.documents.get.digits': {
      'the id in an address is rounded': mistaking((request) => ({
        ...request,
        url: request.url.replace('9007199254740992', '9007199254740993'),
      })),
    },
    'db.documents.create.texts': {
      'titles and contents are trimmed': mistaking((request) => {
        if (request.method !== 'POST' || !isDocuments(request)) return request
        const { title, content } = JSON.parse(request.body ?? '{}')
        return { ...request, body: JSON.stringify({ title: title?.trim(), content: content?.trim() }) }
      }),
    },
  }),
]
