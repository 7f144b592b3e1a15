import { subscribe } from 'node:diagnostics_channel'
import { existsSync, openSync, readSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { threadId } from 'node:worker_threads'

/**
 * Runs in the process of an emulator, ahead of it: measures the turns of its thread in processor time, and asks for a
 * key every few ms. Told a URL by its parent it begins. Told a number, it answers once it has asked so often since the
 * last time, with what it saw meanwhile.
 */

const LOOK_MS = 1
const ASK_EVERY_MS = 5

/** Shorter ones are not told one by one. */
const TOLD_MS = 10

/** Processor time of this thread so far, ms: whatever else the machine does is no part of it. */
const spent = ofThread() ?? (() => process.cpuUsage().user / 1000)

/** Linux alone tells it of one thread. */
function ofThread() {
  const path = '/proc/thread-self/schedstat'
  if (!existsSync(path)) return undefined
  const file = openSync(path, 'r')
  const buffer = Buffer.alloc(64)
  return () => {
    const length = readSync(file, buffer, 0, buffer.length, 0)
    return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6
  }
}

/** Requests that are under way, by what is remembered of them: routers write other paths into requests. */
const underWay = new Map()
let over = []
subscribe('http.server.request.start', ({ request }) =>
  underWay.set(request, `${request.method} ${request.url}`),
)
subscribe('http.server.response.finish', ({ request }) => over.push(request))

let seen
let wanted = Number.POSITIVE_INFINITY
const forget = () => {
  seen = { turnMs: 0, waitedMs: 0, asked: 0, long: [] }
  wanted = Number.POSITIVE_INFINITY
}
forget()

let before = spent()
setInterval(() => {
  const now = spent()
  const ms = now - before
  if (ms > seen.turnMs) seen.turnMs = ms
  if (ms > TOLD_MS)
    seen.long.push({ ms, during: [...underWay.values()].filter((line) => !line.endsWith('/events')) })
  for (const request of over) underWay.delete(request)
  over = []
  before = now
}, LOOK_MS)

const agent = new Agent({ keepAlive: true })

function ask({ url, headers }) {
  const from = spent()
  get(url, { agent, headers }, (answer) => {
    answer.resume()
    answer.once('end', () => {
      seen.asked++
      seen.waitedMs = Math.max(seen.waitedMs, spent() - from)
      if (seen.asked >= wanted) tell()
      setTimeout(() => ask({ url, headers }), ASK_EVERY_MS)
    })
  }).once('error', () => {})
}

function tell() {
  process.send(seen)
  forget()
}

// A thread that the emulator starts inherits --import; the parent speaks to the first alone.
if (threadId === 0 && process.send !== undefined) {
  process.on('message', (message) => {
    if (typeof message === 'number') wanted = seen.asked + message
    else ask(message)
  })
}
