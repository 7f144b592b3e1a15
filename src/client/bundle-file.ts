import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from './answers.js'

export const BUNDLE_SUFFIX = '.tristore.json'

export interface BundledTest {
  /** Must be unique among all tests. */
  readonly id: string
  /** Includes the names of its suites. */
  readonly fullName: string
}

const CACHE_FOLDER = 'node_modules/.cache/tristore-emulator'

/** CI gets a different folder, because it doesn't keep caches as artifacts. */
export const usualFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  (env.CI ?? '') === '' ? CACHE_FOLDER : 'test-results'

/**
 * Names the file after the test, so that the next run overwrites it.
 *
 * @returns the file's path, or undefined if nothing happened in the world
 * @throws the system's error
 */
export function writeBundle(bundle: Bundle, folder: string, test: BundledTest): string | undefined {
  if (bundle.commands.length === 0) return undefined
  const path = join(folder, bundleName(test))
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path,
    `${JSON.stringify(bundle)}
`,
  )
  return path
}

/** Loads `node:zlib` only when it's needed, to keep importing this module fast. Jest can't `import()` in CommonJS. */
function bundleName({ id, fullName }: BundledTest): string {
  const { crc32 } = process.getBuiltinModule('node:zlib')
  return `${slug(fullName)}-${crc32(id).toString(16)}${BUNDLE_SUFFIX}`
}

/** In UTF-8 bytes, which is what file systems count. Longer names are cut at the start, to keep the test's own name. */
const SLUG_BYTES_MAX = 80

function slug(name: string): string {
  const whole = Buffer.from(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  // The first character may have been cut in half.
  return whole
    .subarray(-SLUG_BYTES_MAX)
    .toString()
    .replace(/^[-\uFFFD]+|-$/g, '')
}
