import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { EmulatorClient } from '../client/emulator-client.js'
import { BUNDLE_SUFFIX } from '../history/bundle/format.js'

/** A test, as its bundle is named by it. */
export interface BundledTest {
  /** Unlike any other's. */
  readonly id: string
  /** With those of its suites. */
  readonly fullName: string
}

/** Where bundles go unless the options say so: CI keeps its artifacts elsewhere than caches. */
export const usualFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  (env.CI ?? '') === '' ? 'node_modules/.cache/tristore-emulator' : 'test-results'

/**
 * Writes the run of a world as a bundle named by a test; the next run of the test writes over it.
 *
 * @returns its path; undefined where nothing happened in the world
 * @throws EmulatorError for a world that is closed; the system's error
 */
export async function writeBundleOf(
  world: EmulatorClient,
  folder: string,
  { id, fullName }: BundledTest,
): Promise<string | undefined> {
  const bundle = await world.bundle()
  if (bundle.commands.length === 0) return undefined
  const path = join(folder, `${slug(fullName)}-${crc32(id).toString(16)}${BUNDLE_SUFFIX}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `${JSON.stringify(bundle)}\n`)
  return path
}

/** Of a longer name the end: the test's own. */
const SLUG_LENGTH_MAX = 80

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(-SLUG_LENGTH_MAX)
    .replace(/^-|-$/g, '')
