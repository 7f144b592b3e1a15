import {
  both,
  type Changeable,
  changed,
  changing,
  type Is,
  isDocuments,
  isProjects,
  lacking,
  refusing,
  sent,
  successes,
  turning,
  type Wrong,
} from './wrong.js'

const isCreate: Is = ({ method }) => method === 'POST'
const isDocument: Is = ({ url }) => /\/documents\/[^/]+$/.test(new URL(url).pathname)
const isWithoutLimit: Is = ({ method, url }) => method === 'GET' && !url.includes('limit=')
const textIs = (member: string, value: unknown) => (body: Changeable['body']) => {
  if (body !== undefined && member in body) body[member] = value
}

/** Plain ways to be wrong about documents and projects: how a record looks, and what a create and a list take. */
export const wrongPlainRecords: readonly Wrong[] = [
  { what: 'documents have no title', caughtBy: 'db.documents.title', make: lacking(isDocuments, 'title') },
  { what: 'projects have no name', caughtBy: 'db.projects.name', make: lacking(isProjects, 'name') },
  {
    what: 'a content is a number',
    caughtBy: 'db.documents.content',
    make: successes(isDocuments, textIs('content', 7)),
  },
  {
    what: 'a description is a list',
    caughtBy: 'db.projects.description',
    make: successes(isProjects, textIs('description', [])),
  },
  {
    what: 'a created document comes without its title',
    caughtBy: 'db.documents.create.answer',
    make: lacking(both(isDocuments, isCreate), 'title'),
  },
  {
    what: 'a created project comes without its name',
    caughtBy: 'db.projects.create.answer',
    make: lacking(both(isProjects, isCreate), 'name'),
  },
  {
    what: 'a document needs a content',
    caughtBy: 'db.documents.create.optional',
    make: refusing(
      (request) => both(isDocuments, isCreate)(request) && sent(request).content === undefined,
      400,
    ),
  },
  {
    what: 'a project needs a description',
    caughtBy: 'db.projects.create.optional',
    make: refusing(
      (request) => both(isProjects, isCreate)(request) && sent(request).description === undefined,
      400,
    ),
  },
  {
    what: 'a document is fetched as a list of one',
    caughtBy: 'db.documents.get',
    make: changing((answer, request) => {
      if (isDocument(request) && answer.status === 200) answer.body = [answer.body]
    }),
  },
  {
    what: 'a record that is there already is in conflict',
    caughtBy: 'db.revisions.unmanaged',
    make: ({ send }) => {
      const known = new Set<string>()
      return changed(send, (answer, request) => {
        if (!isCreate(request)) return
        const record = `${request.url} ${request.body}`
        if (known.has(record)) answer.status = 409
        known.add(record)
      })
    },
  },
  { what: 'malformed JSON gets 422', caughtBy: 'db.error.malformed', make: turning(400, 422) },
  {
    what: 'a missing document is an invalid_request',
    caughtBy: 'db.error.not-found',
    make: changing((answer, request) => {
      if (isDocument(request) && answer.status === 404) answer.body.error = 'invalid_request'
    }),
  },
  {
    what: 'documents need a limit',
    caughtBy: 'db.documents.limit.optional',
    make: refusing(both(isDocuments, isWithoutLimit), 400),
  },
  {
    what: 'projects need a limit',
    caughtBy: 'db.projects.limit.optional',
    make: refusing(both(isProjects, isWithoutLimit), 400),
  },
]
