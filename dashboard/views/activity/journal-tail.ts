import type { RequestSummary } from '../../../src/admin/request-json.js'
import { ApiError, run } from '../../api.js'
import { commandNumber } from '../../lib/command-number.js'
import { type Filter, isFiltered, PAGE_ROWS } from '../../lib/request-filter.js'
import { listen, type Taker } from '../../live.js'

/** Real ms between updates. Nobody could read faster ones. */
export const BEAT_MS = 150

/** If the emulator does the filtering. */
const FILTERED_BEAT_MS = 500

/** If a new row could be anywhere, so that all rows have to be reloaded. */
const SORTED_BEAT_MS = 1000

/** Counting reads the whole journal. */
const COUNT_MS = 1000

export interface TailState {
  readonly rows: readonly RequestSummary[]
  /** True if no more requests match the filter. */
  readonly isWhole: boolean
  /** Requests that arrived while paused. */
  readonly waiting: number
  /** Requests per status class. Ignores the filter's own status. */
  readonly statuses: Readonly<Record<string, number>>
}

export const EMPTY_TAIL: TailState = { rows: [], isWhole: true, waiting: 0, statuses: {} }

interface JournalAnswer {
  readonly requests: readonly RequestSummary[]
  readonly statuses?: TailState['statuses']
}

/** Keeps the first requests that match a filter up to date, and loads more on demand. */
export class JournalTail {
  #state = EMPTY_TAIL
  /** Oldest first. */
  #arrived: RequestSummary[] = []
  /** Waiting requests that were dropped. We don't keep more than can be shown. */
  #droppedCount = 0
  /** Ids of requests that were released. */
  #changed = new Set<string>()
  #isPaused = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #countTimer: ReturnType<typeof setTimeout> | undefined
  /** Lets us ignore responses to earlier calls. */
  #asked = 0
  #isListed = false
  /** More rows than this are dropped, and reloaded when needed. */
  #rowsMax = PAGE_ROWS
  #isLoadingOlder = false
  #isRefreshing = false
  readonly #controller = new AbortController()
  readonly #ends: readonly (() => void)[]

  constructor(
    private readonly filter: Filter,
    /** Empty for newest first. */
    private readonly sort: string,
    private readonly taker: Taker<TailState>,
  ) {
    this.#ends = [
      listen('request', (data) => this.#take(data as readonly RequestSummary[])),
      listen('requests', (data) => this.#takeChanges(data as readonly { readonly id?: string }[])),
      listen('reset', () => this.restart()),
      listen('missed', () => this.restart()),
    ]
    this.restart()
  }

  restart(): void {
    this.#isListed = false
    this.#rowsMax = PAGE_ROWS
    this.#dropArrived()
    void this.#load()
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    this.#schedule()
  }

  async loadOlder(): Promise<void> {
    const { rows, isWhole } = this.#state
    const before = rows.at(-1)?.id
    if (isWhole || before === undefined || this.#isLoadingOlder) return
    this.#isLoadingOlder = true
    const number = this.#asked
    try {
      const { requests: older } = await this.#list({ before, limit: PAGE_ROWS })
      if (number !== this.#asked) return
      this.#rowsMax += PAGE_ROWS
      const known = new Set(this.#state.rows.map(({ id }) => id))
      const others = older.filter(({ id }) => !known.has(id))
      this.#change({ rows: [...this.#state.rows, ...others], isWhole: older.length < PAGE_ROWS })
    } catch (error) {
      // The journal has dropped the last row in the meantime.
      if (error instanceof ApiError && error.status === 404) this.restart()
      else this.#fail(error)
    } finally {
      this.#isLoadingOlder = false
    }
  }

  stop(): void {
    this.#controller.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#countTimer)
    for (const end of this.#ends) end()
  }

  #take(requests: readonly RequestSummary[]): void {
    this.#arrived.push(...requests)
    if (this.#arrived.length > 2 * this.#rowsMax) {
      this.#droppedCount += this.#arrived.splice(0, this.#arrived.length - this.#rowsMax).length
    }
    this.#schedule()
    this.#countTimer ??= setTimeout(() => void this.#count(), COUNT_MS)
  }

  #takeChanges(changes: readonly { readonly id?: string }[]): void {
    if (changes.some(({ id }) => id === undefined)) this.restart()
    else for (const { id = '' } of changes) this.#changed.add(id)
    this.#schedule()
    this.#countTimer ??= setTimeout(() => void this.#count(), COUNT_MS)
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        // Requests that arrive before the first list are shown together with it.
        if (this.#isListed && this.#arrived.length + this.#changed.size > 0) this.#beat()
      },
      this.sort !== '' ? SORTED_BEAT_MS : isFiltered(this.filter) ? FILTERED_BEAT_MS : BEAT_MS,
    )
  }

  #beat(): void {
    if (this.#isRefreshing) {
      this.#schedule()
    } else if (this.#isPaused) {
      this.#change({ waiting: this.#droppedCount + this.#arrived.length })
    } else if (this.sort !== '') {
      void this.#load(Math.max(PAGE_ROWS, this.#state.rows.length))
    } else if (this.#droppedCount > 0) {
      this.restart()
    } else if (isFiltered(this.filter) || this.#changed.size > 0) {
      // Only the emulator can filter by body, and knows how a held request ended.
      void this.#refresh()
    } else {
      const rows = [...this.#arrived.reverse(), ...this.#state.rows]
      this.#dropArrived()
      this.#showNewest(rows)
    }
  }

  /** Loads only the new and changed requests. */
  async #refresh(): Promise<void> {
    const number = ++this.#asked
    const oldest = Math.min(
      ...this.#arrived.map(({ id }) => commandNumber(id)),
      ...[...this.#changed].map(commandNumber),
    )
    const since = this.filter.since ?? `r${oldest - 1}`
    this.#dropArrived()
    this.#isRefreshing = true
    try {
      const { requests: found } = await this.#list({ since, limit: PAGE_ROWS })
      if (number !== this.#asked) return
      if (found.length === PAGE_ROWS) return this.restart()
      const now = new Map(found.map((row) => [row.id, row]))
      const rows = this.#state.rows.map((row) => taken(now, row))
      this.#showNewest([...now.values(), ...rows])
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isRefreshing = false
    }
  }

  async #load(limit = PAGE_ROWS): Promise<void> {
    const number = ++this.#asked
    const { signal } = this.#controller
    try {
      const { requests, statuses = {} } = await this.#list({ limit, statuses: 'true' })
      if (number !== this.#asked || signal.aborted) return
      const known = new Set(requests.map(({ id }) => id))
      // Some of those that arrived in the meantime may already be in the list.
      const arrived = this.#arrived.filter(({ id }) => !known.has(id))
      this.#dropArrived()
      this.#isListed = true
      this.#change({
        rows: requests,
        isWhole: requests.length < limit,
        waiting: 0,
        statuses,
      })
      if (arrived.length > 0) this.#take(arrived)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #count(): Promise<void> {
    this.#countTimer = undefined
    try {
      const { statuses = {} } = await this.#list({ count: 'true', statuses: 'true' })
      this.#change({ statuses })
    } catch {
      // The list already shows the error.
    }
  }

  #list(query: Readonly<Record<string, string | number>>): Promise<JournalAnswer> {
    const all = { ...this.filter, sort: this.sort, ...query }
    return run.get<JournalAnswer>('/requests', all, this.#controller.signal)
  }

  #showNewest(rows: readonly RequestSummary[]): void {
    const isCut = rows.length > this.#rowsMax
    const isWhole = this.#state.isWhole && !isCut
    this.#change({ rows: isCut ? rows.slice(0, this.#rowsMax) : rows, isWhole, waiting: 0 })
  }

  #dropArrived(): void {
    this.#arrived = []
    this.#changed = new Set()
    this.#droppedCount = 0
  }

  #change(changes: Partial<TailState>): void {
    this.#state = { ...this.#state, ...changes }
    // The counts may arrive before the list.
    if (this.#isListed) this.taker.data(this.#state)
  }

  #fail(error: unknown): void {
    this.#isListed = false
    this.taker.error(error)
  }
}

/** Also removes the row's new version from the map. */
function taken(now: Map<string, RequestSummary>, row: RequestSummary): RequestSummary {
  const changed = now.get(row.id)
  if (changed === undefined) return row
  now.delete(row.id)
  return changed
}
