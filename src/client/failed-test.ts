import { writeFileSync } from 'node:fs'
import { printable } from '../core/printable.js'
import { shorten } from '../core/shorten.js'
import { changeLine } from '../history/change.js'
import type { InstalledFault, RequestSummary } from './answers.js'
import { BUNDLE_SUFFIX, type BundledTest, usualFolder, writeBundle } from './bundle-file.js'
import { connectEmulator } from './connect.js'
import type { EmulatorClient } from './emulator-client.js'

export interface FailedTest extends BundledTest {
  /** Without the names of its suites. */
  readonly name: string
}

export interface FailureRecord {
  /** The last requests and the faults that never fired, for people to read. */
  readonly journal: string
  /** A path, as are `har` and `diff`. */
  readonly bundle?: string
  readonly har?: string
  /** A text file that lists each change to the state. */
  readonly diff?: string
  /** The journal, followed by how to look at the run, or why you can't. */
  readonly text: string
}

/**
 * Call this before the world is closed.
 *
 * @param folder false to write no files
 * @param emulator its default world gets the requests that don't name a world
 * @returns undefined if the world is already closed, since an error about that would hide why the test failed
 */
export async function recordFailure(
  world: EmulatorClient,
  test: FailedTest,
  folder: string | false,
  emulator: EmulatorClient,
): Promise<FailureRecord | undefined> {
  const requests = await journalText(world, test.name, emulator).catch(() => undefined)
  if (requests === undefined) return undefined
  const journal = [requests, ...(await unfiredLines(world))].join('\n')
  if (folder === false) return { journal, text: journal }
  try {
    const bundle = writeBundle(await world.bundle(), folder, test)
    if (bundle === undefined) return { journal, text: journal }
    const har = bundle.replace(BUNDLE_SUFFIX, '.har')
    const diff = bundle.replace(BUNDLE_SUFFIX, '.diff.txt')
    writeFileSync(har, `${JSON.stringify(await world.har())}\n`)
    writeFileSync(diff, (await world.diff()).map(changeLine).join(''))
    const text = `${journal}\nInspect the run: npx tristore-emulator replay --serve ${bundle}`
    return { journal, bundle, har, diff, text }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    return { journal, text: `${journal}\nThe run couldn't be written to ${folder}: ${reason}` }
  }
}

/**
 * @example
 * await tellFailure(world, t.name, { bundles: 'failed' })
 */
export interface FailureOptions {
  /**
   * The folder for bundles of failed tests, which `emulator replay` can run, or false not to write any. Defaults to
   * `node_modules/.cache/tristore-emulator`, or to `test-results` if `CI` is set.
   */
  readonly bundles?: string | false | undefined
}

/**
 * Prints the last requests to a failed test's world and the faults that never fired, and writes the run as a bundle,
 * the requests as HAR, and the changes as text. Works with any test runner. Call it before closing the world. After
 * that it does nothing, so that it can't hide why the test failed.
 *
 * @param name must be unique, since the bundle is named after it and overwritten by the next run
 * @returns the bundle's path, or undefined if none was written
 * @example
 * test('a session ends', async (t) => {
 * const world = await emulator.world()
 * t.after(async () => {
 * if (!t.passed) await tellFailure(world, t.name)
 * await world.close()
 * })
 * })
 */
export async function tellFailure(
  world: EmulatorClient,
  name: string,
  { bundles = usualFolder(process.env) }: FailureOptions = {},
): Promise<string | undefined> {
  const adminToken = process.env.EMULATOR_ADMIN_TOKEN || undefined
  const emulator = connectEmulator(world.baseUrl.replace(/\/_worlds\/[^/]+$/, ''), { adminToken })
  const record = await recordFailure(world, { id: name, fullName: name, name }, bundles, emulator)
  if (record !== undefined) console.error(record.text)
  return record?.bundle
}

const REQUESTS_MAX = 20
const LOST_MAX = 5
const PATH_LENGTH_MAX = 99
const REASON_LENGTH_MAX = 199

/** Lists the last requests, oldest first. */
async function journalText(world: EmulatorClient, title: string, emulator: EmulatorClient): Promise<string> {
  const requests = await world.requests({ limit: REQUESTS_MAX })
  if (requests.length === 0) {
    const none = `No request reached the world of "${title}": was the code under test given ${world.baseUrl}?`
    if (emulator.baseUrl === world.baseUrl) return printable(none)
    const lost = await emulator.requests({ limit: LOST_MAX }).catch(() => [])
    if (lost.length === 0) return printable(none)
    const lines = lost.reverse().map((request) => `  ${line(request)}`)
    return [none, "The last requests that didn't name a world:", ...lines].map(printable).join('\n')
  }
  const count = requests.length === 1 ? 'request' : `${requests.length} requests`
  const lines = requests.reverse().map((request) => `  ${line(request)}`)
  return [`The last ${count} to the world of "${title}":`, ...lines].map(printable).join('\n')
}

function line({ atIso, method, path, status, reason, absence, fault }: RequestSummary): string {
  const parts = [
    atIso,
    `${method} ${shorten(path, PATH_LENGTH_MAX)}`,
    status === null ? 'no answer' : `${status}`,
  ]
  if (reason !== undefined) parts.push(shorten(reason, REASON_LENGTH_MAX))
  if (absence !== undefined) parts.push(`(${shorten(absence, REASON_LENGTH_MAX)})`)
  // If there's a reason, it already mentions the fault.
  if (fault !== undefined && reason === undefined) parts.push(`(fault ${fault})`)
  return parts.join('  ')
}

/**
 * A test proves nothing about a fault that it added but that never fired. Returns an empty list if the world is closed.
 */
async function unfiredLines(world: EmulatorClient): Promise<string[]> {
  const unfired = await world.faults.unfired().catch(() => [])
  return unfired.map(unfiredLine).map(printable)
}

export async function unfiredError(world: EmulatorClient): Promise<Error | undefined> {
  const lines = await unfiredLines(world)
  return lines.length === 0 ? undefined : new Error(lines.join('\n'))
}

function unfiredLine({ match = {}, matches, status, connection, hold }: InstalledFault): string {
  const { operation = 'any operation' } = match
  const effect = status ?? connection ?? (hold === true ? 'hold' : 'delay')
  const matching = JSON.stringify(match)
  const why =
    matches === 0
      ? `no request that matches ${matching} reached it`
      : `${matches} of the requests match ${matching}, but its after or probability skipped them`
  return `the fault for ${operation} (${effect}) never fired: ${why} (optional: true allows that)`
}
