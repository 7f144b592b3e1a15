import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { parseWithLongIntegers } from '../../src/core/json/lossless-json.js'
import type { AdminStep, Program, RequestStep, Step, WayName } from './program.js'
import { type Answer, type Asked, startWay, type Way } from './ways.js'

/** The results of a program. */
export interface Kept {
  /** The answer to each step, in the order in which they came. */
  readonly answers: readonly unknown[]
  /** The default world is `main`. */
  readonly worlds: Readonly<Record<string, KeptWorld>>
}

/** A world's records of the run, once it is over. */
export interface KeptWorld {
  /** The details of each request, oldest first. */
  readonly journal: readonly unknown[]
  readonly har?: readonly unknown[]
  readonly export: unknown
  readonly bundle: unknown
}

/** Takes a new emulator through a program. */
export async function run(name: WayName, program: Program): Promise<Kept> {
  const way = await startWay(name, program)
  try {
    const runner = new Runner(way, program)
    for (const step of program.steps) await runner.take(step)
    return { answers: runner.answers, worlds: await runner.worlds() }
  } finally {
    await way.close()
  }
}

type Details = Readonly<Record<string, unknown>>

interface Begun {
  readonly answer: Promise<Answer>
  readonly abort: AbortController
  readonly id: string
}

class Runner {
  readonly answers: unknown[] = []
  readonly #saved = new Map<string, string>()
  readonly #begun = new Map<string, Begun>()

  constructor(
    private readonly way: Way,
    private readonly program: Program,
  ) {}

  async take(step: Step): Promise<void> {
    if ('send' in step) await this.#send(step)
    else if ('admin' in step) await this.#call(step)
    else if ('end' in step) this.#keep(`end ${step.end}`, await this.#begunAs(step.end).answer)
    else if ('leave' in step) await this.#leave(step.leave)
    else if ('bytes' in step) this.answers.push({ step: step.bytes, came: await this.way.talk(step.bytes) })
    else if ('realMs' in step) this.way.machine.now += step.realMs
    else this.way.machine.heapUsed = step.heapUsed
  }

  async worlds(): Promise<Record<string, KeptWorld>> {
    const { worlds } = (await this.#json('', '/worlds')) as { worlds: readonly { id: string }[] }
    const kept: Record<string, KeptWorld> = { main: await this.#world('') }
    for (const { id } of worlds) kept[id] = await this.#world(`/_worlds/${id}`)
    return kept
  }

  async #world(prefix: string): Promise<KeptWorld> {
    const { requests } = (await this.#json(prefix, '/requests?limit=1000')) as {
      requests: readonly { id: string }[]
    }
    const journal: Details[] = []
    for (const { id } of requests.toReversed()) {
      journal.push((await this.#json(prefix, `/requests/${id}`)) as Details)
    }
    return {
      journal,
      ...(this.program.isArchived === true ? { har: await this.#entries(prefix, journal) } : {}),
      export: await this.#json(prefix, '/state'),
      bundle: await this.#json(prefix, '/bundle'),
    }
  }

  /** Members that an entry shares with the details are kept by their names, if they agree. */
  async #entries(prefix: string, journal: readonly Details[]): Promise<readonly unknown[]> {
    const { log } = (await this.#json(prefix, '/requests.har')) as {
      log: { entries: readonly { readonly _request: Details }[] }
    }
    return log.entries.map((entry, at) => {
      const repeated = Object.entries(entry._request)
      const isSame = repeated.every(([name, value]) => isDeepStrictEqual(value, journal[at]?.[name]))
      return isSame ? { ...entry, _request: repeated.map(([name]) => name).join(' ') } : entry
    })
  }

  async #send(step: RequestStep): Promise<void> {
    const [method = '', target = ''] = step.send.split(' ')
    const abort = new AbortController()
    const asked: Asked = {
      method,
      target: this.#filled(target),
      headers: Object.entries(step.headers ?? {}).flatMap(([name, values]) =>
        [values].flat().flatMap((value) => [name, this.#filled(value)]),
      ),
      body: step.body === undefined ? undefined : Buffer.from(step.body),
      ...(step.begin === undefined ? {} : { signal: abort.signal }),
      toDatabase: step.toDatabase,
    }
    if (step.begin !== undefined) {
      const before = await this.#lastId()
      const answer = this.way.ask(asked)
      let id = before
      while (id === before) {
        await setImmediate()
        id = await this.#lastId()
      }
      this.#begun.set(step.begin, { answer, abort, id })
      this.#saved.set(step.begin, id)
      return
    }
    const answer = await this.way.ask(asked)
    if (step.saveNext !== undefined) {
      const next = answer.headers?.find(([name]) => name.toLowerCase() === 'x-next')
      this.#saved.set(step.saveNext, targetOf(next?.[1] ?? '', asked.target))
    }
    this.#keep(step.send, answer)
  }

  async #call({ admin, body, saveToken }: AdminStep): Promise<void> {
    const [method = '', ...path] = this.#filled(admin).split(' ')
    const target = path.length === 2 ? `${path[0]}/_admin${path[1]}` : `/_admin${path[0]}`
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const { status, body: answered = '' } = await this.#ask(method, target, text)
    this.answers.push({ step: admin, status, body: answered })
    if (saveToken !== undefined) {
      const { token } = JSON.parse(answered) as { token: string }
      this.#saved.set(saveToken, token)
    }
  }

  async #leave(name: string): Promise<void> {
    const { abort, answer, id } = this.#begunAs(name)
    abort.abort()
    this.#keep(`leave ${name}`, await answer)
    while (!(await this.#hasEnded(id))) await setImmediate()
  }

  async #hasEnded(id: string): Promise<boolean> {
    return (await this.way.look(`/_admin/requests/${id}`)).includes('"ended"')
  }

  /** The id of the newest request, held or answered. A held request is not in the journal yet. */
  async #lastId(): Promise<string> {
    const { held } = (await this.#json('', '/held')) as { held: readonly { id: string }[] }
    const { requests } = (await this.#json('', '/requests?limit=1')) as {
      requests: readonly { id: string }[]
    }
    const ids = [...held, ...requests].map(({ id }) => id)
    return ids.reduce((newest, id) => (Number(id.slice(1)) > Number(newest.slice(1)) ? id : newest), 'r0')
  }

  async #json(prefix: string, path: string): Promise<unknown> {
    return parseWithLongIntegers(await this.way.look(`${prefix}/_admin${path}`))
  }

  #ask(method: string, target: string, body?: string): Promise<Answer> {
    const { adminToken } = this.program.options
    return this.way.ask({
      method,
      target,
      headers: adminToken === undefined ? [] : ['Authorization', `Bearer ${adminToken}`],
      body: body === undefined ? undefined : Buffer.from(body),
    })
  }

  #keep(step: string, { status, headers, body, broken }: Answer): void {
    this.answers.push({ step, status, broken, headers, body })
  }

  #begunAs(name: string): Begun {
    const begun = this.#begun.get(name)
    if (begun === undefined) throw new Error(`no request was begun as ${name}`)
    return begun
  }

  #filled(text: string): string {
    return text.replaceAll(/<(\w+)>/g, (all, name: string) => this.#saved.get(name) ?? all)
  }
}

/** Turns an x-next of any form into a target. */
function targetOf(next: string, asked: string): string {
  const target = next.replace(/^https?:\/\/[^/]+/, '')
  return target.startsWith('/') ? target : `${asked.split('?')[0]}?next=${encodeURIComponent(next)}`
}
