import { Refusal } from '../../src/core/refusal.js'
import { patchProfile } from '../../src/domain/profile/profile.js'
import { signToken } from '../../src/identity/provider.js'
import { SeedProblems } from '../../src/seed/text/problems.js'
import { AdminCalls } from '../support/admin-calls.js'
import { type Answer, REAL_NOW, type Service } from '../support/service.js'
import { CONFIG_KEYS, DB_KEYS, NAMESPACES, OWNER, STORES } from './hostile.js'

/** One thing that is done to an emulator, as plain data: it can be done to several. */
export type Step =
  | DataStep
  | { readonly admin: string; readonly body?: unknown }
  | { readonly profile: object }

interface DataStep {
  readonly data: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Long enough for every list of these tests, short enough to end where x-next goes round in circles. */
const PAGES_MAX = 40

const SEEN_HEADERS = ['content-type', 'content-length', 'date', 'retry-after', 'x-emulator-reason', 'x-seen']

/** Does the steps in order and tells what came of each. */
export async function perform(service: Service, steps: readonly Step[]): Promise<string[]> {
  const admin = new AdminCalls(service)
  const seen: string[] = []
  for (const step of steps) seen.push(`${JSON.stringify(step).slice(0, 200)} → ${await performOne(step)}`)
  return seen

  async function performOne(step: Step): Promise<string> {
    if ('data' in step) return walk(service, step)
    try {
      if ('profile' in step) {
        service.world.changeProfile(patchProfile(service.world.profile, step.profile))
        return 'done'
      }
      const { status, json: answer } = await admin.send(step.admin, step.body)
      return `${status} ${JSON.stringify(answer, inOneOrder)}`
    } catch (error) {
      return refusalText(error)
    }
  }
}

/** One request; where it answers a page, the pages behind it too, for x-next itself may read differently. */
async function walk(service: Service, { data, headers, body }: DataStep): Promise<string> {
  const seen: string[] = []
  let line = data
  for (let page = 0; page < PAGES_MAX; page++) {
    let answer: Answer
    try {
      answer = await service.send(line, body === undefined ? { headers } : { headers, body })
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('a fault left')) throw error
      return [...seen, 'no answer'].join('\n')
    }
    seen.push(
      `${answer.status} ${SEEN_HEADERS.map((name) => answer.header(name)).join(' | ')} ${answer.text}`,
    )
    const next = answer.header('x-next')
    if (next === undefined) break
    line = `${line.split('?')[0]}?next=${encodeURIComponent(next)}`
  }
  return seen.join('\n')
}

/** A replacer: the order of members says nothing, and a fault's body is what is sent. */
function inOneOrder(name: string, value: unknown): unknown {
  if (name === 'body' && typeof value !== 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function refusalText(error: unknown): string {
  if (error instanceof Refusal) return `${error.code} ${error.reason}`
  if (error instanceof SeedProblems) return error.message
  throw error
}

/** Segments of a path, escaped. */
export const path = (...segments: string[]) => segments.map(encodeURIComponent).join('/')

/** Asks for everything that can be asked for. */
export async function inspection(): Promise<Step[]> {
  const token = await signToken({ subject: OWNER, issuedAt: REAL_NOW })
  const headers = { Authorization: `Bearer ${token}` }
  return [
    { admin: 'GET /clock' },
    { admin: 'GET /faults' },
    { admin: 'GET /namespaces' },
    { admin: 'GET /stores' },
    { admin: 'GET /database' },
    ...NAMESPACES.flatMap((id): Step[] => [
      { admin: `GET /namespaces/${path(id)}/entries` },
      { data: `GET /v1/usage/${path(id)}`, headers },
      { data: `GET /v1/kv/${path(id)}`, headers },
    ]),
    ...STORES.map(
      (id, at): Step => ({ data: `GET /v1/ec/${path(id)}`, headers: { 'X-KV-Key': CONFIG_KEYS[at] ?? '' } }),
    ),
    { admin: 'PATCH /database', body: { rateLimit: null } },
    ...DB_KEYS.flatMap((key): Step[] =>
      ['documents', 'projects'].map((name) => ({
        data: `GET /${name}?limit=7`,
        headers: { 'X-API-Key': key },
      })),
    ),
  ]
}
