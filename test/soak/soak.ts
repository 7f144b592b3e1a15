import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { RandomSource } from '../../src/core/random.js'
import { signToken } from '../../src/identity/provider.js'
import { adminActor } from './actors/admin.js'
import { clockActor } from './actors/clock.js'
import { configActor } from './actors/config.js'
import { documentsActor } from './actors/documents.js'
import { faultsActor } from './actors/faults.js'
import { kvActor } from './actors/kv.js'
import { listenersActor } from './actors/listeners.js'
import { sameKeysActor } from './actors/same-keys.js'
import { worldsActor } from './actors/worlds.js'
import { Caller } from './caller.js'
import { type Held, SoakedEmulator } from './emulator.js'
import { type Actor, type Load, NAMESPACES, OWNER, SOAK_SEED } from './load.js'
import { growthOf, type Sample } from './samples.js'

const HELP = `node test/soak/main.js [--minutes 10] [--random-seed 1]

Loads the built emulator with all kinds of requests at once for the given minutes, then with writes to the same keys for
an hour of virtual time or more. Fails if memory, sockets or timers grow, an answer is wrong or an unexpected 5xx, a write
is lost, or anything is printed to stderr.
`

/** One for each actor that waits for its answers, and some for those that stop waiting. */
const CONNECTIONS = 16
/** Samples per load. */
const LOOKS = 30
/** Small limits, so that bounded lists fill up soon and only a leak can grow. */
const BOUNDS = ['--max-requests', '2000']
/** The share of a load until the bounded lists are full. */
const WARM_SHARE = 0.3
/** A virtual hour takes a real second at this rate. */
const FAST = { rate: 3600, freeze: false }
const FAST_SHARE = 0.15
/** Noise in the heap: large answers, and buffers for listeners that don't read, come and go. */
const MIXED_SLACK_BYTES = 3 * 1024 * 1024
const FAST_SLACK_BYTES = 512 * 1024
const RSS_BYTES_MAX = 512 * 1024 * 1024

const ACTORS: readonly Actor[] = [
  ...Array.from({ length: NAMESPACES }, (_, index) => kvActor(index)),
  configActor,
  documentsActor,
  worldsActor,
  listenersActor,
  faultsActor,
  clockActor,
  adminActor,
]

const FAST_ACTORS = Array.from({ length: NAMESPACES }, (_, index) => sameKeysActor(index))

/** @returns the exit status: 1 if something was wrong */
export async function run(_root: string, args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      'random-seed': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    process.stdout.write(HELP)
    return 0
  }
  const seconds = Number(values.minutes ?? 10) * 60
  if (!(seconds > 0)) throw new Error(`--minutes ${values.minutes}: give a number above 0`)
  const random = new RandomSource(Number(values['random-seed'] ?? 1))
  const folder = mkdtempSync(join(tmpdir(), 'emulator-soak-'))
  await using emulator = new SoakedEmulator()
  try {
    const seed = join(folder, 'seed.json')
    writeFileSync(seed, JSON.stringify(SOAK_SEED))
    const baseUrl = await emulator.start('--seed', seed, ...BOUNDS)
    const findings = await soak(emulator, baseUrl, seconds, random)
    for (const finding of findings) console.error(`soak: ${finding}`)
    console.log(findings.length === 0 ? 'soak: nothing grew and nothing was lost' : 'soak: FAILED')
    return findings.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the problems */
async function soak(
  emulator: SoakedEmulator,
  baseUrl: string,
  seconds: number,
  random: RandomSource,
): Promise<readonly string[]> {
  const caller = new Caller(baseUrl, CONNECTIONS)
  const bearer = await signToken({ subject: OWNER, issuedAt: 0 })
  const findings: string[] = []
  const before = await emulator.held()
  const load = { caller, baseUrl, bearer, random: (name: string) => random.stream(name) }

  const mixed = await under(ACTORS, seconds * (1 - FAST_SHARE), load, emulator)
  findings.push(...judge(shownOf('mixed load', mixed), MIXED_SLACK_BYTES))

  await caller.ask({ method: 'POST', path: '/_admin/clock', body: FAST }, 200)
  const same = await under(FAST_ACTORS, Math.max(seconds * FAST_SHARE, 2), load, emulator)
  findings.push(...judge(shownOf('same keys at rate 3600', same), FAST_SLACK_BYTES))

  await caller.close()
  findings.push(...(await leftOver(before, emulator)))
  const status = await emulator.stop()
  if (status !== 0) findings.push(`it ended with ${status}`)
  if (emulator.err !== '') findings.push(`it complained: ${emulator.err.slice(0, 2000)}`)
  if (caller.problemCount > 0) findings.push(`${caller.problemCount} problems, first:`, ...caller.problems)
  return findings
}

interface LoadResult {
  readonly name: string
  /** The growth of the heap after the warm-up. */
  readonly grownBytes: number
  readonly rssBytesMax: number
  readonly socketsMax: number
}

interface Watched {
  readonly seconds: number
  readonly looks: readonly (Held & { readonly seconds: number; readonly answers: number })[]
}

/** Runs actors for the given time, and takes samples of the emulator meanwhile. */
async function under(
  actors: readonly Actor[],
  totalSeconds: number,
  shared: Omit<Load, 'isOver' | 'pause'>,
  emulator: SoakedEmulator,
): Promise<Watched> {
  const over = new AbortController()
  const pause = (ms: number) => passed(ms, undefined, { signal: over.signal }).catch(() => {})
  const load: Load = { ...shared, isOver: () => over.signal.aborted, pause }
  const began = performance.now()
  const answersBefore = shared.caller.answers
  const acting = actors.map((actor) =>
    actor(load).catch((error) => shared.caller.problem(`an actor failed: ${error?.stack ?? error}`)),
  )
  const looks: Watched['looks'][number][] = []
  for (let look = 0; look < LOOKS; look++) {
    await pause((totalSeconds * 1000) / LOOKS)
    const held = await emulator.held()
    const seconds = (performance.now() - began) / 1000
    looks.push({ ...held, seconds, answers: shared.caller.answers - answersBefore })
  }
  over.abort()
  await Promise.all(acting)
  return { seconds: (performance.now() - began) / 1000, looks }
}

/** Prints the samples and summarizes them. */
function shownOf(name: string, { seconds, looks }: Watched): LoadResult {
  console.log(`\n${name}, ${seconds.toFixed(0)} s\n`)
  console.log('       s   answers   heap MiB   rss MiB   handles')
  for (const { seconds, answers, heapBytes, rssBytes, handles } of looks) {
    const cells = [seconds.toFixed(1), answers, mebibytes(heapBytes), mebibytes(rssBytes)]
    const widths = [8, 10, 11, 10]
    const row = cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join('')
    console.log(`${row}   ${handlesText(handles)}`)
  }
  const heap: Sample[] = looks.map(({ seconds, heapBytes }) => ({ seconds, bytes: heapBytes }))
  const grownBytes = growthOf(heap, seconds * WARM_SHARE)
  console.log(`\nafter the warm-up the heap grew by ${mebibytes(grownBytes)} MiB`)
  return {
    name,
    grownBytes,
    rssBytesMax: Math.max(...looks.map(({ rssBytes }) => rssBytes)),
    socketsMax: Math.max(...looks.map(({ handles }) => handles.TCPSocketWrap ?? 0)),
  }
}

/** Lists what grew too much. */
function judge({ name, grownBytes, rssBytesMax, socketsMax }: LoadResult, slackBytes: number): string[] {
  const findings: string[] = []
  if (grownBytes > slackBytes) findings.push(`${name}: the heap grew by ${mebibytes(grownBytes)} MiB`)
  if (rssBytesMax > RSS_BYTES_MAX) findings.push(`${name}: it took ${mebibytes(rssBytesMax)} MiB of memory`)
  // The sockets of listeners that left may still be closing.
  if (socketsMax > 2 * CONNECTIONS) findings.push(`${name}: ${socketsMax} sockets were open at once`)
  return findings
}

/** New handles that are still there after the clients have left. */
async function leftOver(before: Held, emulator: SoakedEmulator): Promise<string[]> {
  let after: Held
  let left: string[]
  let tries = 0
  do {
    await passed(100)
    after = await emulator.held()
    left = Object.entries(after.handles).flatMap(([name, count]) =>
      count > (before.handles[name] ?? 0) ? [`${count} ${name} are left`] : [],
    )
  } while (left.length > 0 && ++tries < 20)
  console.log(`\nleft at the end: ${handlesText(after.handles)}; ${mebibytes(after.heapBytes)} MiB of heap`)
  return left
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

const handlesText = (handles: Held['handles']): string =>
  Object.entries(handles)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
