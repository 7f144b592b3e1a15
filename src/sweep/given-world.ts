import type { ClockReading } from '../admin/calls/clock.js'
import type { ClockClient } from '../client/clock.js'
import type { WorldClient } from '../client/emulator-client.js'

/**
 * The world as swept code gets it: each move of its clock is reported, and it is the sweep that closes it.
 *
 * @param onMoved is called after the move; the clock that it leaves is what the code reads
 */
export function givenWorld(world: WorldClient, onMoved: () => Promise<unknown>): WorldClient {
  const { clock } = world
  const noticed = async <T extends ClockReading>(moving: Promise<T>): Promise<T> => {
    const moved = await moving
    await onMoved()
    return { ...moved, ...(await clock.get()) }
  }
  const noticing: ClockClient = {
    ...clock,
    set: (instant, options) => noticed(clock.set(instant, options)),
    advance: (by, options) => noticed(clock.advance(by, options)),
    to: (waypoint, options) => noticed(clock.to(waypoint, options)),
  }
  const close = async (): Promise<void> => {}
  return { ...world, clock: noticing, close, [Symbol.asyncDispose]: close }
}
