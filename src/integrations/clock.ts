import { createRequire } from 'node:module'
import timers from 'node:timers'
import { isMainThread } from 'node:worker_threads'
import { baseAddress } from '../client/admin-client.js'
import { systemTime } from '../core/clock.js'
import { printable } from '../core/printable.js'
import { ApplicationTimers } from './clock/application-timers.js'
import { FollowedClock } from './clock/followed-clock.js'
import { ClockFollower } from './clock/follower.js'
import { replaceDate } from './clock/replace-date.js'
import { replaceTemporalNow } from './clock/replace-temporal.js'

/**
 * With `node --import tristore-emulator/clock app.js`, `Date` and `Temporal.Now` show the time of the world at
 * `EMULATOR_URL`, right from the application's first line. With `EMULATOR_CLOCK_TIMERS=1`, timers follow jumps as well.
 */

const { EMULATOR_URL: address, EMULATOR_ADMIN_TOKEN: token, EMULATOR_CLOCK_TIMERS: jumping } = process.env
const baseUrl = address === undefined || address === '' ? undefined : baseAddress(address)

if (baseUrl !== undefined) await follow(baseUrl)
else {
  const problem =
    address === undefined || address === ''
      ? 'EMULATOR_URL is not set'
      : `EMULATOR_URL is ${JSON.stringify(address)}, which is not an address`
  say(
    `${problem}, so Date shows the real time. Set it to the address of an emulator or a world, e.g. http://127.0.0.1:4600.`,
  )
}

async function follow(base: string): Promise<void> {
  const clock = new FollowedClock(systemTime)
  const applicationTimers =
    jumping === '1' ? new ApplicationTimers(performance.now.bind(performance)) : undefined
  // Use `require`, because importing `node:http` would load all of `fetch`.
  const require = createRequire(import.meta.url)
  const { request }: typeof import('node:http') = require(
    base.startsWith('https:') ? 'node:https' : 'node:http',
  )
  // Save the real function, since importing it would give us the replaced one.
  const { setTimeout } = timers
  let isKnown = false
  const follower = new ClockFollower(`${base}/_admin`, token, {
    request,
    realNow: systemTime,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
    onReading(reading, skewMs) {
      isKnown = true
      const jumpMs = clock.take(reading, skewMs)
      applicationTimers?.pass(jumpMs)
    },
    onLost: (reason) =>
      say(
        isKnown
          ? `lost the clock of ${base}: ${reason}. Date continues from its last time until it's back.`
          : `there is no clock at ${base}: ${reason}. Date shows the real time until there's one.`,
      ),
  })
  await follower.start()
  replaceDate(globalThis, clock.now)
  replaceTemporalNow(globalThis, clock.now)
  applicationTimers?.replace()
}

/** Not in worker threads, because the main thread prints the same messages. */
function say(message: string): void {
  if (isMainThread) process.stderr.write(`tristore-emulator/clock: ${printable(message)}\n`)
}
