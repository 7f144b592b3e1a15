import { effect, signal } from '@preact/signals'
import type { WorldInfo } from '../src/admin/calls/worlds.js'
import { adminPathOf } from './address.js'
import { at, removeAtLast, run, sendTo } from './api.js'
import { pastPath } from './past-path.js'
import { point } from './router.js'

/**
 * Shows a past moment if the URL asks for one. All views then use a copy of the world at that moment, with its clock
 * frozen. Going back to the present removes the copy.
 */

interface Past {
  readonly point: string
  /** Virtual ms. */
  readonly at: number
  /** Id of the copy. */
  readonly world: string
}

/** Undefined in the present, and until the copy is ready. */
export const past = signal<Past | undefined>(undefined)

export const pastError = signal<unknown>(undefined)

/** Keeps the copy's id, in case the page is closed before the copy is removed. */
const KEY = 'tristore-emulator:past'

/** Lets us ignore all but the latest request. */
let asked = 0

export function followPoint(): void {
  effect(() => {
    const wanted = point.value
    close()
    if (wanted !== null) void open(wanted)
  })
  addEventListener('pagehide', close)
  // If the page was restored from the back/forward cache, its copy has already been removed.
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
    // The copy's clock starts running when it's created, so set it back and freeze it.
    const path = adminPathOf(id)
    await sendTo(path, '/clock', { set: instant, force: true, freeze: true })
    if (number !== asked) return
    pastPath.value = path
    past.value = { point: wanted, at: instant, world: id }
  } catch (error) {
    if (number === asked) pastError.value = error
  }
}

/** Also removes the copy, even one that an earlier page in this tab left behind. */
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
