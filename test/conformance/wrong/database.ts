import type { Send } from '../../../conformance/http-client.js'
import { changed, changing, isDocuments, mistaking, turning, type Wrong, withCredential } from './wrong.js'

/** Ways to be wrong about records, pages and errors of the document database. */
export const wrongDatabase: readonly Wrong[] = [
  { what: 'a created document gets 200', caughtBy: 'db.documents.create.status', make: turning(201, 200) },
  {
    what: 'an id is given twice',
    caughtBy: 'db.id.assigned',
    make({ send }) {
      let first: number | undefined
      return changed(send, (answer, { method }) => {
        if (method !== 'POST') return
        first ??= answer.body.id
        answer.body.id = first
      })
    },
  },
  {
    what: 'a sent id is used',
    caughtBy: 'db.id.not-sent',
    make: changing((answer, { method, body }) => {
      const { id } = JSON.parse(body ?? '{}')
      if (method === 'POST' && id !== undefined) answer.body.id = id
    }),
  },
  {
    what: 'an id is a text',
    caughtBy: 'db.documents.id',
    make: changing((answer) => {
      if (Array.isArray(answer.body)) for (const record of answer.body) record.id = String(record.id)
    }),
  },
  {
    what: 'a list is wrapped',
    caughtBy: 'db.documents.array',
    make: changing((answer) => {
      if (Array.isArray(answer.body)) answer.body = { documents: answer.body }
    }),
  },
  {
    what: 'limit is ignored',
    caughtBy: 'db.documents.limit',
    make: mistaking((request) => ({ ...request, url: request.url.replace(/[?&]limit=\d+/, '') })),
  },
  {
    what: 'any limit is taken',
    caughtBy: 'db.error.invalid-limit',
    make: mistaking((request) => ({ ...request, url: request.url.replace(/limit=[^&]+/, 'limit=1') })),
  },
  {
    what: 'the last page has an x-next too',
    caughtBy: 'db.next.only-if-further',
    make: ({ send }) => emptyPageBehind(send),
  },
  {
    what: 'no page has an x-next',
    caughtBy: 'db.documents.next.given',
    make: changing((answer) => answer.setHeader('x-next', '')),
  },
  {
    what: 'an x-next is good for once',
    caughtBy: 'db.next.passed-back',
    make({ send }) {
      const asked = new Set<string>()
      return changed(send, (answer, { url }) => {
        if (!url.includes('next=')) return
        if (asked.has(url)) answer.status = 400
        asked.add(url)
      })
    },
  },
  {
    what: 'pages overlap',
    caughtBy: 'db.next.complete',
    make({ send }) {
      let last: unknown
      return changed(send, (answer, { url, method }) => {
        if (method !== 'GET' || !Array.isArray(answer.body)) return
        if (url.includes('next=') && last !== undefined) answer.body.unshift(last)
        last = answer.body.at(-1)
      })
    },
  },
  {
    what: 'a page leaves its last record out',
    caughtBy: 'db.next.complete',
    make: changing((answer, request) => {
      if (isDocuments(request) && Array.isArray(answer.body) && answer.body.length === 3) answer.body.pop()
    }),
  },
  {
    what: 'errors have no message',
    caughtBy: 'db.error.body',
    make: changing((answer) => {
      if (answer.status >= 400) delete answer.body.message
    }),
  },
  {
    what: 'a missing title is an invalid_request',
    caughtBy: 'db.documents.missing-title',
    make: changing((answer) => {
      if (answer.status === 400) answer.body.error = 'invalid_request'
    }),
  },
  { what: 'a missing document is an empty answer', caughtBy: 'db.documents.absent', make: turning(404, 200) },
  { what: 'a missing key gets 403', caughtBy: 'db.key.missing', make: turning(401, 403) },
  {
    what: 'a scoped key sees everything',
    caughtBy: 'db.key.scoped-list',
    make: mistaking((request, { database }) =>
      withCredential(request, 'x-api-key', database?.scoped?.key ?? '', database?.key ?? ''),
    ),
  },
  {
    what: 'there is no rate limit',
    caughtBy: 'db.rate-limit.reached',
    make: changing((answer) => {
      if (answer.status === 429) {
        answer.status = 200
        answer.body = []
      }
    }),
  },
  {
    what: 'a rate limit never passes',
    caughtBy: 'db.rate-limit.transient',
    make({ send }) {
      let isOver = false
      return changed(send, (answer) => {
        isOver ||= answer.status === 429
        if (isOver) answer.status = 429
      })
    },
  },
]

/** Behind the last page there is another one, with nothing on it. */
function emptyPageBehind(send: Send): Send {
  const END = 'next=behind-the-end'
  const nothing: Send = async () => ({ status: 200, headers: new Headers(), text: '[]' })
  const rest = changed(send, (answer, { method, url }) => {
    const isLast = method === 'GET' && answer.status === 200 && answer.header('x-next') === null
    if (isLast) answer.setHeader('x-next', `${new URL(url).pathname}?${END}`)
  })
  return (request) => (request.url.includes(END) ? nothing(request) : rest(request))
}
