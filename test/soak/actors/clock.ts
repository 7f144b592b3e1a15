import type { Actor } from '../load.js'

const EVERY_MS = 100

/** Runs the clock at the real rate and 3600 times as fast, and moves it forwards in between. */
export const clockActor: Actor = async ({ caller, random, isOver, pause }) => {
  const chances = random('clock')
  const moves = [
    { rate: 3600 },
    { rate: 1 },
    { advance: '61s' },
    { advance: '20m', receipt: true },
    { advance: '1h', dryRun: true },
    { freeze: true },
    { to: 'next-expiry', freeze: false },
  ]
  while (!isOver()) {
    const body = moves[chances.integer(moves.length)]
    // If every key has just expired, there is no next expiry.
    await caller.ask(
      { method: 'POST', path: '/_admin/clock', body },
      200,
      ...('to' in { ...body } ? [409] : []),
    )
    await caller.ask({ method: 'POST', path: '/_admin/clock', body: { freeze: false } }, 200)
    await pause(EVERY_MS)
  }
}
