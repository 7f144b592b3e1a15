import { LAST_INSTANT, nextMonthAfter } from '../../../conformance/model/calendar.js'
import type { ModelCall } from '../../../conformance/model/call.js'
import type { Clock, ModelState } from '../../../conformance/model/state.js'
import { answer, type ModelOutcome } from './answer.js'
import { addLength } from './lengths.js'
import { type ModelSeed, stateOf } from './seed.js'

/** State shared by all worlds of an emulator. */
export interface Universe {
  /** The machine's time in ms, which the simulation controls. */
  real: number
  /** Number of lives so far, for all worlds. */
  lives: number
}

export interface JournalLine {
  readonly id: string
  readonly at: number
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly credential: string | null
  readonly fault: string | undefined
}

/** The contents that a reset restores. */
export type ModelBaseline = { readonly seed: ModelSeed } | { readonly state: ModelState }

export type KeptByReset = 'clock' | 'faults' | 'requests'

/** A clock move. Instants are in ms, and durations are written as in the steps. */
export interface ModelMove {
  readonly set?: number
  readonly to?: 'next-expiry' | 'next-month'
  readonly plus?: string
  readonly advance?: string
  readonly rate?: number
  readonly freeze?: boolean
  readonly force?: boolean
}

/** Events between the start and the end of a clock move, which may go backwards. */
export interface Crossed {
  readonly isBack: boolean
  readonly keys: number
  readonly months: number
  /** Ids of faults whose windows begin in between, and of those whose windows end in between. */
  readonly beginnings: readonly string[]
  readonly ends: readonly string[]
}

/** A world of the model. */
export class ModelWorld {
  state: ModelState
  /** Determines which x-next are valid. */
  life: number
  readonly snapshots = new Map<string, { readonly state: ModelState; readonly life: number }>()
  /** Oldest first. */
  journal: JournalLine[] = []
  #requests = 0
  /** The value of `#requests` when this life began. */
  #requestsBefore = 0

  constructor(
    readonly name: string,
    private readonly universe: Universe,
    public baseline: ModelBaseline,
  ) {
    this.state = begin(baseline, this.#realClock)
    this.life = ++universe.lives
  }

  request(call: ModelCall): ModelOutcome {
    const outcome = answer(this.state, call, { life: this.life, real: this.universe.real })
    this.#requests++
    this.journal.push({
      id: `r${this.#requests}`,
      at: this.state.clock.now,
      operation: call.operation,
      method: call.method,
      path: call.path,
      status: outcome.answer?.status ?? null,
      credential: outcome.caller,
      fault: outcome.fault,
    })
    return outcome
  }

  reset(keep: readonly KeptByReset[]): void {
    const { clock, faults, lastFaultId } = this.state
    this.state = begin(this.baseline, keep.includes('clock') ? clock : this.#realClock)
    if (keep.includes('clock')) this.state.clock = clock
    if (keep.includes('faults')) Object.assign(this.state, { faults, lastFaultId })
    if (!keep.includes('requests')) {
      this.journal = []
      this.#requests = 0
    }
    this.#requestsBefore = this.#requests
    this.life = ++this.universe.lives
  }

  take(name: string): void {
    this.snapshots.set(name, { state: structuredClone(this.state), life: this.life })
  }

  /** Returns false if there's no such snapshot. */
  restore(name: string): boolean {
    const snapshot = this.snapshots.get(name)
    if (snapshot === undefined) return false
    this.state = structuredClone(snapshot.state)
    this.life = snapshot.life
    return true
  }

  /** Replaces the state with a seed's. If the seed has no time, the clock keeps its own. */
  replace(seed: ModelSeed): void {
    const { clock } = this.state
    this.state = stateOf(seed, clock)
    if (seed.clock?.now === undefined) {
      const { freeze = clock.mode === 'frozen', rate = clock.rate } = seed.clock ?? {}
      this.state.clock = { now: clock.now, mode: freeze ? 'frozen' : 'running', rate }
    }
    this.life = ++this.universe.lives
  }

  /** Returns the events between now and this instant. */
  crossed(to: number): Crossed {
    const { clock, namespaces, faults } = this.state
    const [earlier, later] = [Math.min(clock.now, to), Math.max(clock.now, to)]
    const isCrossed = (at: number | undefined) => at !== undefined && at > earlier && at <= later
    const entries = [...namespaces.values()].flatMap(({ entries: own }) => [...own.values()])
    const enabled = faults.filter((fault) => fault.enabled)
    let months = 0
    for (let next = nextMonthAfter(earlier); next <= later; next = nextMonthAfter(next)) months++
    return {
      isBack: to < clock.now,
      keys: entries.filter(({ expiresAt }) => isCrossed(expiresAt)).length,
      months,
      beginnings: enabled.filter(({ from }) => isCrossed(from)).map(({ id }) => id),
      ends: enabled.filter(({ until }) => isCrossed(until)).map(({ id }) => id),
    }
  }

  get hasRequests(): boolean {
    return this.#requests > this.#requestsBefore
  }

  /** Applies set or to, then advance, then rate, then freeze. Returns the error code if the move is refused. */
  move(move: ModelMove): string | undefined {
    const { clock } = this.state
    const { to, rate, freeze, force } = move
    const at = this.destination(move)
    if (typeof at === 'string') return at
    if (at < clock.now && force !== true && this.hasRequests) return 'clock_backwards'
    clock.now = at
    if (rate !== undefined) clock.rate = rate
    const freezes = freeze ?? (to === undefined ? undefined : true)
    if (freezes !== undefined) clock.mode = freezes ? 'frozen' : 'running'
    return undefined
  }

  /** Returns the instant that a move leads to, or the error code if it's refused. */
  destination({ set, to, plus, advance }: ModelMove): number | string {
    const { now } = this.state.clock
    let at = set ?? now
    if (to !== undefined) {
      const ahead = to === 'next-month' ? nextMonthAfter(now) : this.#nextExpiry()
      if (ahead > LAST_INSTANT) return 'nothing_ahead'
      at = plus === undefined ? ahead : addLength(ahead, plus)
    }
    if (at < 0 || at > LAST_INSTANT) return 'invalid_request'
    if (advance !== undefined) at = addLength(at, advance)
    return at < 0 || at > LAST_INSTANT ? 'invalid_request' : at
  }

  /** Call this when real time has passed. */
  pass(ms: number): void {
    const { clock } = this.state
    if (clock.mode === 'running') clock.now = Math.min(clock.now + ms * clock.rate, LAST_INSTANT)
  }

  #nextExpiry(): number {
    const entries = [...this.state.namespaces.values()].flatMap(({ entries: own }) => [...own.values()])
    const ahead = entries.map(({ expiresAt }) => expiresAt).filter((at) => at > this.state.clock.now)
    return Math.min(Number.POSITIVE_INFINITY, ...ahead)
  }

  get #realClock(): Clock {
    return { now: this.universe.real, mode: 'running', rate: 1 }
  }
}

/** @param clock the clock to use if the baseline has no time */
function begin(baseline: ModelBaseline, clock: Clock): ModelState {
  if ('state' in baseline) return structuredClone(baseline.state)
  const { seed } = baseline
  const { freeze = clock.mode === 'frozen', rate = clock.rate } = seed.clock ?? {}
  return stateOf(seed, { now: clock.now, mode: freeze ? 'frozen' : 'running', rate })
}
