import type { Send } from '../../../conformance/http-client.js'
import { answeringWith, changed, changing, isDocuments, mistaking, withCredential, wrongOf } from './wrong.js'

export const wrongDatabase = wrongOf({
  'db.documents.create.status': {
    'a created document gets 200': answeringWith(200, 201),
  },
  'db.documents.create.together': {
    'an id is given twice': ({ send }) => {
      let first: number | undefined
      return changed(send, (answer, { method }) => {
        if (method !== 'POST') return
        first ??= answer.body.id
        answer.body.id = first
      })
    },
  },
  'db.id.not-sent': {
    'a sent id is used': changing((answer, { method, body }) => {
      const { id } = JSON.parse(body ?? '{}')
      if (method === 'POST' && id !== undefined) answer.body.id = id
    }),
  },
  'db.documents.id': {
    'an id is a text': changing((answer) => {
      if (Array.isArray(answer.body)) for (const record of answer.body) record.id = String(record.id)
    }),
  },
  'db.documents.array': {
    'a list is wrapped': changing((answer) => {
      if (Array.isArray(answer.body)) answer.body = { documents: answer.body }
    }),
  },
  'db.documents.limit': {
    'limit is ignored': mistaking((request) => ({
      ...request,
      url: request.url.replace(/[?&]limit=\d+/, ''),
    })),
  },
  'db.error.invalid-limit': {
    'any limit is accepted': mistaking((request) => ({
      ...request,
      url: request.url.replace(/limit=[^&]+/, 'limit=1'),
    })),
  },
  'db.next.only-if-further': { 'the last page has an x-next too': ({ send }) => emptyPageAfterLast(send) },
  'db.documents.next.given': {
    'no page has an x-next': changing((answer) => answer.setHeader('x-next', '')),
  },
  'db.next.passed-back': {
    'an x-next works only once': ({ send }) => {
      const asked = new Set<string>()
      return changed(send, (answer, { url }) => {
        if (!url.includes('next=')) return
        if (asked.has(url)) answer.status = 400
        asked.add(url)
      })
    },
  },
  'db.documents.next.without-limit': {
    'pages overlap': ({ send }) => {
      let last: unknown
      return changed(send, (answer, { url, method }) => {
        if (method !== 'GET' || !Array.isArray(answer.body)) return
        if (url.includes('next=') && last !== undefined) answer.body.unshift(last)
        last = answer.body.at(-1)
      })
    },
    'a page leaves its last record out': changing((answer, request) => {
      if (isDocuments(request) && Array.isArray(answer.body) && answer.body.length === 3) answer.body.pop()
    }),
  },
  'db.error.body': {
    'errors have no message': changing((answer) => {
      if (answer.status >= 400) delete answer.body.message
    }),
  },
  'db.documents.missing-title': {
    'a missing title is an invalid_request': changing((answer) => {
      if (answer.status === 400) answer.body.error = 'invalid_request'
    }),
  },
  'db.documents.absent': {
    'a missing document is an empty answer': answeringWith(200, 404),
  },
  'db.key.missing': {
    'a missing key gets 403': answeringWith(403, 401),
  },
  'db.key.scoped-list': {
    'a scoped key sees everything': mistaking((request, { database }) =>
      withCredential(request, 'x-api-key', database?.scoped?.key ?? '', database?.key ?? ''),
    ),
  },
  'db.rate-limit.reached': {
    'there is no rate limit': changing((answer) => {
      if (answer.status === 429) {
        answer.status = 200
        answer.body = []
      }
    }),
  },
  'db.rate-limit.transient': {
    'a rate limit never passes': ({ send }) => {
      let isOver = false
      return changed(send, (answer) => {
        isOver ||= answer.status === 429
        if (isOver) answer.status = 429
      })
    },
  },
})

function emptyPageAfterLast(send: Send): Send {
  const END = 'next=after-the-end'
  const nothing: Send = async () => ({ status: 200, headers: new Headers(), text: '[]' })
  const rest = changed(send, (answer, { method, url }) => {
    const isLast = method === 'GET' && answer.status === 200 && answer.header('x-next') === null
    if (isLast) answer.setHeader('x-next', `${new URL(url).pathname}?${END}`)
  })
  return (request) => (request.url.includes(END) ? nothing(request) : rest(request))
}
