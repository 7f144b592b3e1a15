import { signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ChangeArea } from '../domain/command.js'
import { ApiError, openEvents } from './api.js'
import { readEvents, type ServerEvent } from './stream.js'

/** The events of the world while the page is open. */

const EVENTS = ['request', 'clock', 'fault', 'reset', 'change'] as const

/** An event, or the part of the world that an admin call changed. */
export type EventName = (typeof EVENTS)[number] | ChangeArea

/** `missed` comes when events may have been lost: the stream starts again, or dropped some, or the page was hidden. */
type Heard = EventName | 'missed'

/** The state of the stream of events. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting')

/** Why the emulator refuses the stream, as for a world that is gone. */
export const refusedBy = signal<ApiError | undefined>(undefined)

const RETRY_MS = 1000
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
  // A page in the background, or on a machine that slept, may have been cut off without being told.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tell('missed', [])
  })
  for (;;) {
    let pauseMs = RETRY_MS
    try {
      const answer = await openEvents()
      connection.value = 'live'
      refusedBy.value = undefined
      tell('missed', [])
      if (answer.body !== null) await readEvents(answer.body, spread)
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status !== 0
      refusedBy.value = isRefused ? error : undefined
      if (isRefused) pauseMs = REFUSED_RETRY_MS
    }
    connection.value = 'lost'
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function spread(events: readonly ServerEvent[]): void {
  const data = (name: EventName): readonly unknown[] =>
    events.filter((event) => event.name === name).map((event) => JSON.parse(event.data))
  for (const name of EVENTS) {
    const own = data(name)
    if (own.length > 0) tell(name, own)
  }
  const changes = data('change') as readonly { readonly area: ChangeArea }[]
  for (const area of new Set(changes.map(({ area }) => area))) {
    tell(
      area,
      changes.filter((change) => change.area === area),
    )
  }
  if (events.some(({ name }) => name === 'dropped')) tell('missed', [])
}

function tell(name: Heard, data: readonly unknown[]): void {
  for (const listener of listeners.get(name) ?? []) listener(data)
}

/** Data that is loaded again when it may have changed. */
export interface Live<T> {
  /** The data loaded last, kept while it is loaded again and if that fails. */
  readonly data: T | undefined
  /** Why the last try failed. */
  readonly error: unknown
  /** Loads it now, as after a change made here; resolves once it is shown. */
  readonly reload: () => Promise<void>
}

/** The least ms between two loads of the same data, where a caller gives no other. */
const REST_MS = 500

/**
 * Loads data, and loads it again after events that may have changed it, with a pause between two loads.
 *
 * @param key what `load` depends on: another key loads at once
 * @param on the events after which to load again; by default all of them
 * @param restMs the least time between two loads
 */
export function useLive<T>(
  load: (signal: AbortSignal) => Promise<T>,
  key: unknown = undefined,
  on: readonly EventName[] = EVENTS,
  restMs: number = REST_MS,
): Live<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown; key: unknown }>({ key })
  const latest = useRef(load)
  latest.current = load
  const trigger = useRef(async () => {})
  useEffect(() => {
    const controller = new AbortController()
    let loading: Promise<void> | undefined
    let isStale = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      isStale = false
      try {
        const data = await latest.current(controller.signal)
        if (!controller.signal.aborted) setState({ data, key })
      } catch (error) {
        if (!controller.signal.aborted) setState((before) => ({ ...before, error, key }))
      }
      loading = undefined
      if (isStale) again()
    }
    const run = (): Promise<void> => {
      clearTimeout(timer)
      timer = undefined
      loading = load()
      return loading
    }
    const again = () => {
      isStale = true
      if (loading === undefined && !controller.signal.aborted) timer ??= setTimeout(run, restMs)
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
  }, [key])
  // Data of another key would be shown under the wrong title.
  const isOfKey = Object.is(state.key, key)
  return {
    data: isOfKey ? state.data : undefined,
    error: isOfKey ? state.error : undefined,
    reload: () => trigger.current(),
  }
}
