import { once } from 'node:events'
import { setTimeout as passed } from 'node:timers/promises'
import type { Children } from './children.js'
import { BY_NEIGHBOUR_KEY, NEIGHBOUR_PATH } from './subject.js'

/** Ms that the other client runs before and after the measured work. */
const MARGIN_MS = 30

/** The duration of the work, and the longest wait of another client meanwhile, in ms. */
export interface Stalled {
  readonly ms: number
  readonly stallMs: number
}

/** Does the work while another process keeps reading a key in a different namespace. */
export async function whilePinging(
  children: Children,
  baseUrl: string,
  work: () => Promise<{ readonly ms: number }>,
): Promise<Stalled> {
  const asked = JSON.stringify({ url: baseUrl + NEIGHBOUR_PATH, headers: BY_NEIGHBOUR_KEY })
  const pinger = children.spawnScript('child/pinger', [asked], { core: 'load' })
  let printed = ''
  pinger.stdout?.on('data', (data) => {
    printed += data
  })
  if (pinger.stdout === null || pinger.stdin === null) throw new Error('the pinger has no pipes')
  await once(pinger.stdout, 'data')
  await passed(MARGIN_MS)
  const { ms } = await work()
  await passed(MARGIN_MS)
  const gone = once(pinger, 'close')
  pinger.stdin.end()
  await gone
  return { ms, stallMs: Number(printed.trim().split('\n').at(-1)) }
}
