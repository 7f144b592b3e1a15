import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { BUNDLE_SUFFIX, type Bundle } from '../history/bundle/format.js'

/** A test, as its bundle is named by it. */
export interface BundledTest {
  /** Unlike any other's. */
  readonly id: string
  /** With those of its suites. */
  readonly fullName: string
}

/** Where bundles go that nobody keeps. */
const CACHE_FOLDER = 'node_modules/.cache/tristore-emulator'

/** Where bundles go unless the options say so: CI keeps its artifacts elsewhere than caches. */
export const usualFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  (env.CI ?? '') === '' ? CACHE_FOLDER : 'test-results'

/** Where bundles are written. */
export interface BundleFiles {
  makeFolder(path: string): void
  replace(path: string, text: string): void
}

const systemFiles: BundleFiles = {
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  replace: (path, text) => writeFileSync(path, text),
}

/**
 * Writes a bundle named by a test; the next run of the test writes over it.
 *
 * @returns its path; undefined for a bundle of a world in which nothing happened
 * @throws the system's error
 */
export function writeBundle(
  bundle: Bundle,
  folder: string,
  test: BundledTest,
  files: BundleFiles = systemFiles,
): string | undefined {
  if (bundle.commands.length === 0) return undefined
  const path = join(folder, bundleName(test))
  files.makeFolder(folder)
  files.replace(path, `${JSON.stringify(bundle)}\n`)
  return path
}

/** The name of a test's bundle, unlike that of any other test. */
const bundleName = ({ id, fullName }: BundledTest): string =>
  `${slug(fullName)}-${crc32(id).toString(16)}${BUNDLE_SUFFIX}`

/** A longer name keeps its end: the test's own. Bytes of UTF-8, by which file systems bound the names of files. */
const SLUG_BYTES_MAX = 80

function slug(name: string): string {
  const whole = Buffer.from(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  // The first character may have been cut.
  return whole
    .subarray(-SLUG_BYTES_MAX)
    .toString()
    .replace(/^[-\uFFFD]+|-$/g, '')
}
