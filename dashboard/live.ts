import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChangeArea } from '../src/domain/command.js'
import { ApiError, type Calls, noteChange, openEvents, type QueryParameters } from './api.js'
import { pastPath } from './past-path.js'
import { readEvents, type ServerEvent } from './stream.js'
import { isTokenNeeded } from './token.js'

/** The events of the world while the page is open. */

const EVENTS = ['request', 'clock', 'fault', 'reset', 'change'] as const

/** An event, or the part of the world that an admin call changed. */
export type EventName = (typeof EVENTS)[number] | ChangeArea

/**
 * `missed` comes when events may have been lost: the stream starts late or again, or dropped some, or the page
 * was hidden.
 */
type Heard = EventName | 'missed'

/** The state of the stream of events; `silent`: it is open, and the emulator says nothing. */
export const connection = signal<'connecting' | 'live' | 'silent' | 'lost'>('connecting')

/** Whether what the page shows is the last that it heard, and may be so no more. */
export const silent: ReadonlySignal<boolean> = computed(
  () => connection.value === 'silent' || connection.value === 'lost',
)

/** Why the emulator refuses the stream, as for a world that is gone. */
export const refusedBy = signal<ApiError | undefined>(undefined)

const RETRY_MS = 1000
/** An emulator says something every 10 s: one that said nothing for so long, in ms, is stopped or cut off. */
export const SILENCE_MS = 25_000
/** The pause after a refusal, as for a world that is gone. */
const REFUSED_RETRY_MS = 5000

const listeners = new Map<Heard, Set<(data: readonly unknown[]) => void>>()

/**
 * Calls back with the data of all events of a name that arrived together.
 *
 * @returns a function that ends it
 */
export function listen(name: Heard, listener: (data: readonly unknown[]) => void): () => void {
  const own = listeners.get(name) ?? new Set()
  listeners.set(name, own.add(listener))
  return () => own.delete(listener)
}

/** Follows the world's events for as long as the page is open. */
export async function follow(): Promise<never> {
  // A page in the background, or on a machine that slept, may have been cut off without a notice.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') publishMissed()
  })
  for (;;) {
    let pauseMs = RETRY_MS
    const silence = new Silence()
    try {
      const { answer, isLate } = await openEvents(silence.signal)
      connection.value = 'live'
      refusedBy.value = undefined
      if (isLate) publishMissed()
      if (answer.body !== null) {
        await readEvents(answer.body, (events) => {
          silence.begin()
          spread(events)
        })
      }
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status !== 0
      refusedBy.value = isRefused ? error : undefined
      if (isRefused) pauseMs = REFUSED_RETRY_MS
    }
    silence.end()
    connection.value = silence.signal.aborted ? 'silent' : 'lost'
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Waits for a word of the emulator, and gives a stream up that says none. */
class Silence {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.begin()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Begins to wait again. */
  begin(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      // The stream waits for the token, not for the emulator.
      if (isTokenNeeded.value) this.begin()
      else this.#controller.abort()
    }, SILENCE_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

function spread(events: readonly ServerEvent[]): void {
  if (events.length > 0) noteChange()
  const data = (name: EventName): readonly unknown[] =>
    events.filter((event) => event.name === name).map((event) => JSON.parse(event.data))
  for (const name of EVENTS) {
    const own = data(name)
    if (own.length > 0) publish(name, own)
  }
  const changes = data('change') as readonly { readonly area: ChangeArea }[]
  for (const area of new Set(changes.map(({ area }) => area))) {
    publish(
      area,
      changes.filter((change) => change.area === area),
    )
  }
  if (events.some(({ name }) => name === 'dropped')) publishMissed()
}

/** What was read before this may be out of date, also what is under way. */
function publishMissed(): void {
  noteChange()
  publish('missed', [])
}

function publish(name: Heard, data: readonly unknown[]): void {
  for (const listener of listeners.get(name) ?? []) listener(data)
}

/** The data of a view, and how far it can be trusted. */
export interface Shown<T> {
  /** undefined until it is there, and once an error came in its place. */
  readonly data: T | undefined
  /** The data answers a former question, until the answer to this one is there: it is shown dimmed. */
  readonly isFormer: boolean
  /** Why there is no data. */
  readonly error: unknown
}

/** Takes what a source gives: data, or an error in its place. */
export interface Taker<T> {
  readonly data: (data: T) => void
  readonly error: (error: unknown) => void
}

/** Answers that are kept. */
const KEPT_MAX = 100

/** The last answers: they are shown while the emulator is gone. */
const kept = new Map<string, unknown>()

function keep(key: string, data: unknown): void {
  kept.delete(key)
  kept.set(key, data)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/**
 * Shows what a source gives, and alone decides how long that stays. The former answer stays while another question
 * about the same thing is asked. An error takes it away, unless the emulator is gone, and so does another thing.
 *
 * @param of names the thing: two never share a name
 * @param query what is asked of it, such as a page of a list
 * @param open begins to give, and returns a function that ends it
 */
export function useSource<T>(of: string, query: string, open: (take: Taker<T>) => () => void): Shown<T> {
  const thing = JSON.stringify([pastPath.value, of])
  const [state, setState] = useState<{ thing?: string; query?: string; data?: T; error?: unknown }>({})
  useEffect(() => {
    const key = JSON.stringify([thing, query])
    let isOpen = true
    const set = (outcome: { data: T } | { error: unknown }) =>
      isOpen && setState({ thing, query, ...outcome })
    const close = open({
      data(data) {
        keep(key, data)
        set({ data })
      },
      // Data is always kept under the same key by the same source.
      error: (error) => set(isGone(error) && kept.has(key) ? { data: kept.get(key) as T } : { error }),
    })
    return () => {
      isOpen = false
      close()
    }
  }, [thing, query])
  const { data, error } = state.thing === thing ? state : {}
  const isFormer = state.query !== query
  return { data, isFormer: isFormer && data !== undefined, error: isFormer ? undefined : error }
}

/** Data that is loaded again when it may have changed. */
export interface Live<T> extends Shown<T> {
  /** Loads it now, as after a change made here; resolves once it is shown. */
  readonly reload: () => Promise<void>
}

/** The least ms between two loads of the same data, if a caller gives no other. */
const REST_MS = 500

interface LiveOptions {
  /** The question about the thing, such as a page of a list. */
  readonly query?: string
  /** The events after which to load again; by default all of them. */
  readonly on?: readonly EventName[]
  /** The least time between two loads. */
  readonly restMs?: number
}

/**
 * Loads data, and loads it again after events that may have changed it, with a pause between two loads.
 *
 * @param of names the data: two never share a name
 * @param load is given a signal that is aborted once nobody wants the data any more
 */
export function useLive<T>(
  of: string,
  load: (signal: AbortSignal) => Promise<T>,
  { query = '', on = EVENTS, restMs = REST_MS }: LiveOptions = {},
): Live<T> {
  const latest = useRef(load)
  latest.current = load
  const trigger = useRef(async () => {})
  const shown = useSource<T>(of, query, (take) => {
    const controller = new AbortController()
    let loading: Promise<void> | undefined
    let isStale = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let isResting = false
    const load = async () => {
      isStale = false
      await latest.current(controller.signal).then(take.data, take.error)
      loading = undefined
      if (!controller.signal.aborted) timer = setTimeout(endRest, restMs)
    }
    const run = (): Promise<void> => {
      clearTimeout(timer)
      isResting = true
      loading = load()
      return loading
    }
    const endRest = () => {
      isResting = false
      if (isStale) void run()
    }
    // The first change is shown at once, those that follow closely after a rest.
    const again = () => {
      isStale = true
      if (!isResting) void run()
    }
    // The data being loaded may be older than the change after which it is asked for again.
    trigger.current = async () => {
      await loading
      await run()
    }
    void run()
    const ends = [...on, 'missed' as const].map((name) => listen(name, again))
    return () => {
      controller.abort()
      clearTimeout(timer)
      for (const end of ends) end()
    }
  })
  return { ...shown, reload: () => trigger.current() }
}

interface AnswerOptions extends Omit<LiveOptions, 'query'> {
  readonly parameters?: QueryParameters
}

/** Loads the answer of a call, as `useLive` does. */
export const useAnswer = <T>(
  get: Calls['get'],
  path: string,
  { parameters = {}, ...options }: AnswerOptions = {},
): Live<T> => {
  const of = JSON.stringify([path, parameters])
  return useLive(of, (signal) => get<T>(path, parameters, signal), options)
}
