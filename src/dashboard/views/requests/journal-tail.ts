import type { RequestSummary } from '../../../admin/request-json.js'
import { run } from '../../api.js'
import { listen } from '../../live.js'
import type { Filter } from './filter.js'

/** Rows that are kept on the page; the journal itself has more. */
export const ROWS_MAX = 200

/** The ms between two updates of the rows: more often they could not be read. */
export const BEAT_MS = 150

/** The part of the journal that the page shows. */
export interface TailState {
  /** Newest first; undefined until they are known. */
  readonly rows: readonly RequestSummary[] | undefined
  /** How many came while the rows were paused. */
  readonly waiting: number
  /** Why the last list could not be read. */
  readonly error: unknown
}

export const EMPTY_TAIL: TailState = { rows: undefined, waiting: 0, error: undefined }

/** The newest requests that pass a filter, as they come in. */
export class JournalTail {
  #state = EMPTY_TAIL
  /** Oldest first. */
  #arrived: RequestSummary[] = []
  /** How many waiting requests were dropped: only as many are kept as can be shown. */
  #letGo = 0
  #isPaused = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The number of the last list asked for: answers to earlier ones are ignored. */
  #asked = 0
  #isListed = false
  readonly #controller = new AbortController()
  readonly #ends: readonly (() => void)[]

  constructor(
    private readonly filter: Filter,
    private readonly show: (state: TailState) => void,
  ) {
    this.#ends = [
      listen('request', (data) => this.#take(data as readonly RequestSummary[])),
      listen('reset', () => this.restart()),
      listen('requests', () => this.restart()),
      listen('missed', () => this.restart()),
    ]
    this.restart()
  }

  /** Starts again, as after the journal was emptied. */
  restart(): void {
    this.#isListed = false
    this.#forgetArrived()
    void this.#load()
  }

  /** Keeps the rows as they are; requests that come meanwhile are shown afterwards. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#schedule()
  }

  stop(): void {
    this.#controller.abort()
    clearTimeout(this.#timer)
    for (const end of this.#ends) end()
  }

  #take(requests: readonly RequestSummary[]): void {
    this.#arrived.push(...requests)
    if (this.#arrived.length > 2 * ROWS_MAX) this.#letGo += this.#arrived.splice(0, ROWS_MAX).length
    this.#schedule()
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // Requests that came before the first list are added after it.
      if (this.#isListed && this.#arrived.length > 0) this.#beat()
    }, BEAT_MS)
  }

  #beat(): void {
    if (this.#isPaused) {
      this.#change({ waiting: this.#letGo + this.#arrived.length })
      return
    }
    // Only the emulator knows whether they pass a filter.
    if (Object.keys(this.filter).length > 0) {
      void this.#load()
      return
    }
    const rows = [...this.#arrived.reverse(), ...(this.#state.rows ?? [])].slice(0, ROWS_MAX)
    this.#forgetArrived()
    this.#change({ rows, waiting: 0 })
  }

  async #load(): Promise<void> {
    const number = ++this.#asked
    const { signal } = this.#controller
    try {
      const query = { ...this.filter, limit: ROWS_MAX }
      const { requests } = await run.get<{ requests: RequestSummary[] }>('/requests', query, signal)
      if (number !== this.#asked || signal.aborted) return
      const known = new Set(requests.map(({ id }) => id))
      // Some of the requests that came since the list was asked for are in it; with a filter the next list has the rest.
      const isNew = ({ id }: RequestSummary) => !this.#isListed && !known.has(id)
      const arrived = this.#arrived.filter(isNew)
      // The rows that were shown before stay the same objects, so that they need not be rendered again.
      const before = new Map(this.#isListed ? this.#state.rows?.map((row) => [row.id, row]) : [])
      const rows = requests.map((row) => before.get(row.id) ?? row)
      this.#forgetArrived()
      this.#isListed = true
      this.#change({ rows, waiting: 0, error: undefined })
      if (arrived.length > 0) this.#take(arrived)
    } catch (error) {
      if (!signal.aborted) this.#change({ error })
    }
  }

  #forgetArrived(): void {
    this.#arrived = []
    this.#letGo = 0
  }

  #change(changes: Partial<TailState>): void {
    this.#state = { ...this.#state, ...changes }
    this.show(this.#state)
  }
}
