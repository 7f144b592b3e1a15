import { request } from 'undici'
import type { Session } from './issuer.js'
import type { Means, Name } from './program.js'
import { PROGRAMS } from './programs.js'

/** One party in a process of its own, which calls the services with undici. */

/** What a process is told to run. */
export interface Job {
  readonly program: string
  readonly variant: 'racy' | 'mended'
  readonly name: Name
  readonly baseUrl: string
  readonly issuerUrl: string
}

/** What it answers. */
export type Done = { readonly value: unknown } | { readonly error: string }

const meansOf = ({ name, baseUrl, issuerUrl }: Job): Means => ({
  async send(method, path, headers, body) {
    const said = { ...headers, baggage: `emulator-party=${name}` }
    const answer = await request(baseUrl + path, { method, headers: said, body: body ?? null })
    const next = answer.headers['x-next']
    return {
      status: answer.statusCode,
      body: await answer.body.json(),
      next: typeof next === 'string' ? next : undefined,
    }
  },
  async refresh(grant) {
    const answer = await request(issuerUrl, { method: 'POST', body: grant })
    return ((await answer.body.json()) as { readonly session?: Session }).session
  },
})

async function run(job: Job): Promise<Done> {
  const program = PROGRAMS.find(({ name }) => name === job.program)
  if (program === undefined) return { error: `there is no program ${job.program}` }
  try {
    return { value: await program[job.variant].party(meansOf(job), job.name) }
  } catch (error) {
    return { error: String(error) }
  }
}

process.on('message', async (job: Job) => process.send?.(await run(job)))
