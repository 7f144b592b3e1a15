import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChangeArea } from '../src/domain/command.js'
import { ApiError, type Calls, noteChange, openEvents, type QueryParameters } from './api.js'
import { pastPath } from './past-path.js'
import { readEvents, type ServerEvent } from './stream.js'
import { isTokenNeeded } from './token.js'

const EVENTS = ['request', 'clock', 'fault', 'reset', 'change'] as const

/** An event, or an area of the world that an admin call changed. */
export type EventName = (typeof EVENTS)[number] | ChangeArea

/**
 * `missed` means that events may have been lost, because the stream was late, reconnected or dropped some, or the page
 * was hidden.
 */
type Heard = EventName | 'missed'

/** `silent` means that the stream is open but nothing comes in. */
export const connection = signal<'connecting' | 'live' | 'silent' | 'lost'>('connecting')

/** True if the data on screen may be out of date. */
export const silent: ReadonlySignal<boolean> = computed(
  () => connection.value === 'silent' || connection.value === 'lost',
)

/** Set if the emulator refuses the stream, e.g. because the world was removed. */
export const refusedBy = signal<ApiError | undefined>(undefined)

const RETRY_MS = 1000
/** The emulator sends something every 10 s. If nothing comes for this long, it's down or unreachable. */
export const SILENCE_MS = 25_000
const REFUSED_RETRY_MS = 5000

const listeners = new Map<Heard, Set<(data: readonly unknown[]) => void>>()

/**
 * Passes all events of this name that arrived together.
 *
 * @returns a function that removes the listener
 */
export function listen(name: Heard, listener: (data: readonly unknown[]) => void): () => void {
  const own = listeners.get(name) ?? new Set()
  listeners.set(name, own.add(listener))
  return () => own.delete(listener)
}

export async function follow(): Promise<never> {
  // A page in the background, or on a machine that was asleep, may lose the stream without noticing.
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

/** Aborts a stream that has gone silent. */
class Silence {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.begin()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  begin(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      // Don't give up while the user is entering the token.
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

/** Also invalidates calls in flight, since their responses may be stale. */
function publishMissed(): void {
  noteChange()
  publish('missed', [])
}

function publish(name: Heard, data: readonly unknown[]): void {
  for (const listener of listeners.get(name) ?? []) listener(data)
}

export interface Shown<T> {
  /** Undefined until it's loaded, and after an error. */
  readonly data: T | undefined
  /** True if the data is for the previous query. It's dimmed until the new response arrives. */
  readonly isFormer: boolean
  readonly error: unknown
}

export interface Taker<T> {
  readonly data: (data: T) => void
  readonly error: (error: unknown) => void
}

const KEPT_MAX = 100

/** Shown again while the emulator is unreachable. */
const kept = new Map<string, unknown>()

function keep(key: string, data: unknown): void {
  kept.delete(key)
  kept.set(key, data)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 0

/**
 * When the query changes, the old data stays until the response arrives. When the source changes, the old data is
 * dropped, as it is after any error except an unreachable emulator.
 *
 * @param of identifies the source, and must be unique
 * @param query e.g. the page of a list
 * @param open starts the source and returns a function that stops it
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
      // A source always uses the same key, so the type is known.
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

export interface Live<T> extends Shown<T> {
  /** Resolves once the new data is shown. */
  readonly reload: () => Promise<void>
}

const REST_MS = 500

interface LiveOptions {
  /** E.g. the page of a list. */
  readonly query?: string
  /** Events that trigger a reload. All of them by default. */
  readonly on?: readonly EventName[]
  /** Real ms between loads. */
  readonly restMs?: number
}

/**
 * Loads data, and loads it again when an event says that it may have changed.
 *
 * @param of identifies the data, and must be unique
 * @param load its signal is aborted when the data is no longer needed
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
    // Load immediately after the first change, and after a pause for later ones.
    const again = () => {
      isStale = true
      if (!isResting) void run()
    }
    // The current load may have started before the change, so wait for it and load again.
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

/** `useLive` for a single call. */
export const useAnswer = <T>(
  get: Calls['get'],
  path: string,
  { parameters = {}, ...options }: AnswerOptions = {},
): Live<T> => {
  const of = JSON.stringify([path, parameters])
  return useLive(of, (signal) => get<T>(path, parameters, signal), options)
}
