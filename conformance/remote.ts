import { type Send, sendRequest } from './http-client.js'
import type { EntryGroup, ServiceTime, ServiceUnderTest, SubjectSource } from './subject.js'

/** The addresses and credentials that the user gave. Nothing that needs a missing one is tried. */
export interface ServiceCredentials {
  readonly baseUrl?: string
  readonly dbBaseUrl?: string
  readonly namespace?: EntryGroup
  readonly store?: EntryGroup
  readonly databaseKey?: string
  /** A token for the namespace's owner. */
  readonly bearer?: string
  readonly mayCreate: boolean
}

export interface RemotePorts {
  readonly send: Send
  /** Returns Unix ms. */
  readonly now: () => number
  /** Waits for this many real ms. Omitted if waiting isn't allowed. */
  readonly wait?: (ms: number) => Promise<void>
}

/** The longest single wait in ms, which is enough for the shortest TTL to elapse. */
const WAIT_MAX_MS = 150_000

/** `Date` headers are in whole seconds, and may not be updated for every answer. */
const DATE_HEADER_SKEW_MS = 1000

/** @param mark lower-case letters and digits, unique to this run. Every key that's written starts with it. */
export function remoteSubjects(
  credentials: ServiceCredentials,
  mark: string,
  ports: RemotePorts,
): SubjectSource {
  let sessions = 0
  let time: Promise<ServiceTime | undefined> | undefined
  return {
    async subjectFor(needs) {
      sessions += 1
      const subject = subjectOf(credentials, `t${mark}${sessions}`, ports.send)
      if (!needs.some((need) => need.startsWith('time'))) return subject
      time ??= serviceTime(subject, ports)
      const known = await time
      return known === undefined ? subject : { ...subject, time: known }
    },
  }
}

export function offeredParts({
  namespace,
  store,
  bearer,
  databaseKey,
  mayCreate,
}: ServiceCredentials): Partial<ServiceUnderTest> {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(store === undefined ? {} : { store }),
    ...(bearer === undefined ? {} : { bearer }),
    ...(databaseKey === undefined ? {} : { database: { key: databaseKey, mayCreate } }),
  }
}

function subjectOf(credentials: ServiceCredentials, prefix: string, send: Send): ServiceUnderTest {
  const { baseUrl, dbBaseUrl } = credentials
  return {
    send,
    prefix,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(dbBaseUrl === undefined ? {} : { dbBaseUrl }),
    ...offeredParts(credentials),
  }
}

/**
 * Reads the service's time from a `Date` header. Returns undefined if there isn't one. The request is sent without
 * credentials, so that it's refused and doesn't count.
 */
async function serviceTime(
  subject: ServiceUnderTest,
  { now, wait }: RemotePorts,
): Promise<ServiceTime | undefined> {
  const { baseUrl, namespace, store, prefix, send } = subject
  const group = namespace === undefined ? store && { path: 'ec', ...store } : { path: 'kv', ...namespace }
  if (baseUrl === undefined || group === undefined) return undefined
  const sent = now()
  const answer = await sendRequest(send, {
    method: 'GET',
    url: `${baseUrl}/v1/${group.path}/${encodeURIComponent(group.id)}/${prefix}`,
    headers: {},
  })
  const arrived = now()
  const date = Date.parse(answer.header('date') ?? '')
  if (Number.isNaN(date)) return undefined
  const ahead = date + DATE_HEADER_SKEW_MS / 2 - (sent + arrived) / 2
  return {
    now: async () => Math.round(now() + ahead),
    skewMs: DATE_HEADER_SKEW_MS + (arrived - sent),
    reachMs: wait === undefined ? 0 : WAIT_MAX_MS,
    ...(wait === undefined ? {} : { pass: wait }),
  }
}
