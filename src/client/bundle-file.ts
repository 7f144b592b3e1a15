import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from './answers.js'

export const BUNDLE_SUFFIX = '.tristore.json'

/** The test that a bundle is named after. */
export interface BundledTest {
  /** Unique among all tests. */
  readonly id: string
  /** Includes the names of its suites. */
  readonly fullName: string
}

/** The folder for bundles outside of CI. */
const CACHE_FOLDER = 'node_modules/.cache/tristore-emulator'

/** The default folder for bundles. CI doesn't keep caches as artifacts. */
export const usualFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  (env.CI ?? '') === '' ? CACHE_FOLDER : 'test-results'

/**
 * Writes a bundle named after its test. The next run of the test overwrites it.
 *
 * @returns its path; undefined if nothing happened in the world
 * @throws the system's error
 */
export async function writeBundle(
  bundle: Bundle,
  folder: string,
  test: BundledTest,
): Promise<string | undefined> {
  if (bundle.commands.length === 0) return undefined
  const path = join(folder, await bundleName(test))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `${JSON.stringify(bundle)}\n`)
  return path
}

/** Differs for any two tests. Loads zlib only now, so that no import waits for it. */
async function bundleName({ id, fullName }: BundledTest): Promise<string> {
  const { crc32 } = await import('node:zlib')
  return `${slug(fullName)}-${crc32(id).toString(16)}${BUNDLE_SUFFIX}`
}

/** In bytes of UTF-8, which file systems count. A longer name keeps its end, where the test's own name is. */
const SLUG_BYTES_MAX = 80

function slug(name: string): string {
  const whole = Buffer.from(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  // The cut may have split the first character.
  return whole
    .subarray(-SLUG_BYTES_MAX)
    .toString()
    .replace(/^[-\uFFFD]+|-$/g, '')
}
