import {
  answeringWith,
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
  wrongOf,
} from './wrong.js'

const isCreate: Is = ({ method }) => method === 'POST'
const isDocument: Is = ({ url }) => /\/documents\/[^/]+$/.test(new URL(url).pathname)
const isWithoutLimit: Is = ({ method, url }) => method === 'GET' && !url.includes('limit=')
const textIs = (member: string, value: unknown) => (body: Changeable['body']) => {
  if (body !== undefined && member in body) body[member] = value
}

export const wrongPlainRecords = wrongOf({
  'db.documents.title': { 'documents have no title': lacking(isDocuments, 'title') },
  'db.projects.name': { 'projects have no name': lacking(isProjects, 'name') },
  'db.documents.content': { 'a content is a number': successes(isDocuments, textIs('content', 7)) },
  'db.projects.description': { 'a description is a list': successes(isProjects, textIs('description', [])) },
  'db.documents.create.answer': {
    'a created document comes without its title': lacking(both(isDocuments, isCreate), 'title'),
  },
  'db.projects.create.answer': {
    'a created project comes without its name': lacking(both(isProjects, isCreate), 'name'),
  },
  'db.documents.create.optional': {
    'a document needs a content': refusing(
      (request) => both(isDocuments, isCreate)(request) && sent(request).content === undefined,
      400,
    ),
  },
  'db.projects.create.optional': {
    'a project needs a description': refusing(
      (request) => both(isProjects, isCreate)(request) && sent(request).description === undefined,
      400,
    ),
  },
  'db.documents.get': {
    'a document is fetched as a list of one': changing((answer, request) => {
      if (isDocument(request) && answer.status === 200) answer.body = [answer.body]
    }),
  },
  'db.revisions.unmanaged': {
    'a second equal record is a conflict': ({ send }) => {
      const known = new Set<string>()
      return changed(send, (answer, request) => {
        if (!isCreate(request)) return
        const record = `${request.url} ${request.body}`
        if (known.has(record)) answer.status = 409
        known.add(record)
      })
    },
  },
  'db.error.malformed': {
    'malformed JSON gets 422': answeringWith(422, 400),
  },
  'db.error.not-found': {
    'a missing document is an invalid_request': changing((answer, request) => {
      if (isDocument(request) && answer.status === 404) answer.body.error = 'invalid_request'
    }),
  },
  'db.documents.next.without-limit': {
    'documents need a limit': refusing(both(isDocuments, isWithoutLimit), 400),
  },
  'db.projects.next.without-limit': {
    'projects need a limit': refusing(both(isProjects, isWithoutLimit), 400),
  },
})
