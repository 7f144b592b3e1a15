import { effect, signal } from '@preact/signals'
import type { WorldInfo } from '../src/admin/calls/worlds.js'
import { adminPathOf } from './address.js'
import { at, removeAtLast, run, sendTo } from './api.js'
import { pastPath } from './past-path.js'
import { point } from './router.js'

/**
 * Looking at a moment of the past: the page's address names it. A world as of then, whose clock is frozen,
 * takes its place in all views until the page returns to the present or is closed.
 */

/** A moment of the past that is looked at. */
interface Past {
  readonly point: string
  /** Virtual time in ms. */
  readonly at: number
  /** The id of the world that shows it. */
  readonly world: string
}

/** The moment that is looked at; undefined at the present, and until it is there. */
export const past = signal<Past | undefined>(undefined)

/** Why the moment that the address names cannot be looked at. */
export const pastError = signal<unknown>(undefined)

/** Where the id of the world is kept, for a page that was closed before it could release it. */
const KEY = 'tristore-emulator:past'

/** Only the last moment that was asked for is shown. */
let asked = 0

/** Opens the moment that the address names, for as long as the page is open. */
export function followPoint(): void {
  effect(() => {
    const wanted = point.value
    close()
    if (wanted !== null) void open(wanted)
  })
  addEventListener('pagehide', close)
  // A page that the browser kept has released its world.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && point.value !== null) void open(point.value)
  })
}

async function open(wanted: string): Promise<void> {
  const number = ++asked
  try {
    const { from: instant } = await run.get<{ from: number }>('/timeline', { from: wanted, to: wanted })
    const { id } = await run.send<WorldInfo>('POST', '/worlds', { at: wanted })
    if (number !== asked) return removeAtLast(at`/worlds/${id}`)
    sessionStorage.setItem(KEY, id)
    // Its clock goes on from the moment that it is made: it is set to the moment itself, and stopped.
    const path = adminPathOf(id)
    await sendTo(path, '/clock', { set: instant, force: true, freeze: true })
    if (number !== asked) return
    pastPath.value = path
    past.value = { point: wanted, at: instant, world: id }
  } catch (error) {
    if (number === asked) pastError.value = error
  }
}

/** Shows the present again, and releases the world, also of one that a page of this tab could not release. */
function close(): void {
  asked++
  pastPath.value = undefined
  past.value = undefined
  pastError.value = undefined
  const id = sessionStorage.getItem(KEY)
  if (id === null) return
  sessionStorage.removeItem(KEY)
  removeAtLast(at`/worlds/${id}`)
}
