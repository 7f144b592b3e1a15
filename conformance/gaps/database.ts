import { expectStatus, expectSuccess, read } from '../check.js'
import { type HttpExchange, withApiKey } from '../http-client.js'
import { offered, type Session } from '../session.js'
import {
  byStatus,
  hidden,
  INVALID,
  isSuccess,
  jsonIn,
  largest,
  memberOf,
  type Observation,
  type Observe,
  type Observers,
  rejectedOr,
  seen,
  textOf,
} from './observation.js'

/** The largest int32. */
const LIMIT_MAX = 2 ** 31 - 1

const FEW_RECORDS = 'all documents that the key can see fit on one page'

const lengthOf = (page: HttpExchange): number => read(expectSuccess(page)).items().length
const hasNext = (page: HttpExchange): boolean => page.header('x-next') !== undefined

/** Returns the error code. The answer must have this status. */
function codeIn(answer: HttpExchange, status: number): Observation {
  const code = textOf(memberOf(jsonIn(expectStatus(answer, status).text), 'error'))
  return code === undefined ? hidden('the error body has no code') : seen(code)
}

const provoked =
  (status: number): Observe =>
  async ({ subject, database }) => {
    await subject.provoke?.(status)
    return codeIn(await database.list('documents', 'limit=1'), status)
  }

/** Exceeds the rate limit, and returns the first 429. */
async function limited({ database }: Session): Promise<HttpExchange> {
  const { requests } = offered(database.access.rateLimit, 'ratelimit')
  let answer = await database.list('documents', 'limit=1')
  for (let made = 1; made <= requests && answer.status !== 429; made += 1) {
    answer = await database.list('documents', 'limit=1')
  }
  return expectStatus(answer, 429)
}

/** Returns true if the service allows pages of this size. */
async function isAllowed({ database }: Session, limit: number): Promise<boolean> {
  return expectStatus(await database.list('documents', `limit=${limit}`), 200, 400, 422).status === 200
}

/** Finds the largest limit that's allowed. Doubles the limit until one is refused, and then bisects. */
async function largestAllowed(session: Session, refused: number): Promise<number> {
  let allowed = Math.max(1, lengthOf(await session.database.list('documents')))
  let tooLarge = allowed * 2
  while (tooLarge < refused && (await isAllowed(session, tooLarge))) {
    allowed = tooLarge
    tooLarge *= 2
  }
  return largest(allowed, Math.min(tooLarge, refused), (limit) => isAllowed(session, limit))
}

export const databaseObservers: Observers = {
  'database.defaultPageSize': async ({ database }) => {
    const page = await database.list('documents')
    const length = lengthOf(page)
    return hasNext(page) ? seen(length) : hidden(FEW_RECORDS)
  },
  'database.maxPageSize': async (session) => {
    const page = await session.database.list('documents', `limit=${LIMIT_MAX}`)
    if (page.status in INVALID) return seen(await largestAllowed(session, LIMIT_MAX))
    const length = lengthOf(page)
    return hasNext(page) ? seen(length) : hidden(FEW_RECORDS)
  },
  'database.overMax': async ({ database }) => {
    const page = await database.list('documents', `limit=${LIMIT_MAX}`)
    return rejectedOr(page, () => (hasNext(page) ? seen('clamp') : hidden(FEW_RECORDS)))
  },
  'database.next': async ({ database }) => {
    const page = await database.list('documents', 'limit=1')
    const next = expectSuccess(page).header('x-next')
    if (next === undefined) return hidden('the key can see fewer than two documents')
    if (/^https?:\/\//i.test(next)) return seen('url')
    if (next.startsWith('/')) return seen('path')
    return next.startsWith('?') ? hidden("it's a query without a path") : seen('cursor')
  },
  'database.createProjectStatus': async ({ database }) =>
    byStatus(await database.createOne('projects'), { 200: 200, 201: 201 }),
  'database.scopedOut': async ({ database }) => {
    const scoped = offered(database.access.scoped, 'db.scoped')
    const answer = await database.document(scoped.hidden, withApiKey(scoped.key))
    return byStatus(answer, { 403: 403, 404: 404 })
  },
  'database.documentIdInvalid': async ({ database }) =>
    byStatus(await database.document('first'), { 400: 400, 404: 404 }),
  'database.limitZero': async ({ database }) => {
    const answer = await database.list('documents', 'limit=0')
    return rejectedOr(answer, () => {
      const length = lengthOf(answer)
      return length === 0 ? seen('empty') : hidden(`it returns ${length} documents`)
    })
  },
  'database.contentNull': async ({ database, subject }) => {
    const answer = await database.create('documents', { title: `${subject.prefix} null`, content: null })
    return rejectedOr(answer, () => seen('accept'))
  },
  'database.descriptionNull': async ({ database, subject }) => {
    const answer = await database.create('projects', { name: `${subject.prefix} null`, description: null })
    return rejectedOr(answer, () => seen('accept'))
  },
  'database.absentMembers': async ({ database }) => {
    const content = memberOf(jsonIn(expectSuccess(await database.createOne('documents')).text), 'content')
    if (content === undefined) return seen('left-out')
    return content.kind === 'null' ? seen('null') : hidden(`it's a ${content.kind}`)
  },
  'database.unknownMembers': async ({ database, subject }) => {
    const answer = await database.create('documents', { title: `${subject.prefix} more`, unknown: 1 })
    return rejectedOr(answer, () => seen('ignore'))
  },
  'database.sentId': async ({ database, subject }) => {
    const answer = await database.create('documents', { title: `${subject.prefix} id`, id: 1 })
    return rejectedOr(answer, () => seen('ignore'))
  },
  'database.rateLimitRetryAfter': async (session) =>
    seen((await limited(session)).header('retry-after') !== undefined),
  'database.rateWindow': async (session) => {
    const { requests, perMs } = offered(session.database.access.rateLimit, 'ratelimit')
    if (requests < 2) return hidden('the limit is a single request')
    // One window after the first request, a sliding window still counts the later ones, whereas a fixed one has started
    // over.
    const now = await session.time.now()
    await session.passUntil(now - (now % perMs) + perMs * 1.25)
    expectSuccess(await session.database.list('documents', 'limit=1'))
    await session.pass(perMs / 2)
    await limited(session)
    await session.pass(perMs / 2)
    expectSuccess(await session.database.list('documents', 'limit=1'))
    const second = await session.database.list('documents', 'limit=1')
    return seen(second.status === 429 ? 'sliding' : 'fixed')
  },
  'database.validationStatus': async ({ database }) =>
    byStatus(await database.create('documents', {}), INVALID),
  'database.codes.401': async ({ database }) => codeIn(await database.list('documents', 'limit=1', {}), 401),
  'database.codes.403': async ({ database }) => {
    for (const key of database.access.blindKeys ?? []) {
      const answer = await database.list('documents', 'limit=1', withApiKey(key))
      if (!isSuccess(answer)) return codeIn(answer, 403)
    }
    return hidden("keys that can't see any document get an empty list")
  },
  'database.codes.409': provoked(409),
  'database.codes.413': provoked(413),
  'database.codes.429': async (session) => codeIn(await limited(session), 429),
  'database.codes.5xx': provoked(503),
}
