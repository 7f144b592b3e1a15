import { effect, signal } from '@preact/signals'
import type { WorldInfo } from '../src/admin/calls/worlds.js'
import { adminPathOf } from './address.js'
import { at, removeAtLast, run, sendTo } from './api.js'
import { pastPath } from './past-path.js'
import { point } from './router.js'

/**
 * The address can name a moment of the past. A copy of the world as of then, with a frozen clock, then takes the
 * place of the present in all views, and is removed when the page leaves it.
 */

interface Past {
  readonly point: string
  /** Virtual ms. */
  readonly at: number
  /** Id of the copy. */
  readonly world: string
}

/** Undefined at the present, and until the copy is ready. */
export const past = signal<Past | undefined>(undefined)

export const pastError = signal<unknown>(undefined)

/** Key in session storage of a copy to remove, in case the page closes first. */
const KEY = 'tristore-emulator:past'

/** Only the last moment asked for is shown. */
let asked = 0

export function followPoint(): void {
  effect(() => {
    const wanted = point.value
    close()
    if (wanted !== null) void open(wanted)
  })
  addEventListener('pagehide', close)
  // A page restored from the back/forward cache has removed its copy.
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
    // Its clock runs from the moment it is made, so set it back and freeze it.
    const path = adminPathOf(id)
    await sendTo(path, '/clock', { set: instant, force: true, freeze: true })
    if (number !== asked) return
    pastPath.value = path
    past.value = { point: wanted, at: instant, world: id }
  } catch (error) {
    if (number === asked) pastError.value = error
  }
}

/** Shows the present, and removes the copy, also one left behind by an earlier page of this tab. */
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
