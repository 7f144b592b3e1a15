import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Bundle } from 'tristore-emulator'

/** Where bundles go that nobody keeps. */
export const CACHE_FOLDER = 'node_modules/.cache/tristore-emulator'

/** Where bundles are written. */
export interface WritableFiles {
  makeFolder(path: string): void
  replace(path: string, text: string): void
}

const systemFiles: WritableFiles = {
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  replace: (path, text) => writeFileSync(path, text),
}

/**
 * Saves the bundle of a finding.
 *
 * @returns the path of the file, or the reason why there is none
 */
export type KeepBundle = (bundle: Bundle, point: string) => string

/** Writes bundles to a folder, over those of the same points. A failure doesn't hide the finding. */
export const keepIn =
  (folder: string, files: WritableFiles = systemFiles): KeepBundle =>
  (bundle, point) => {
    if (bundle.commands.length === 0) return 'nothing happened in its world'
    try {
      const path = join(folder, `${slug(point)}-${crc32(point).toString(16)}.tristore.json`)
      files.makeFolder(folder)
      files.replace(path, `${JSON.stringify(bundle)}\n`)
      return path
    } catch (error) {
      return `it cannot be written to ${folder}: ${error instanceof Error ? error.message : error}`
    }
  }

/** A longer name keeps its end. Bytes of UTF-8, by which file systems bound the names of files. */
const SLUG_BYTES_MAX = 80

function slug(name: string): string {
  const whole = Buffer.from(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  // The first character may have been cut.
  return whole
    .subarray(-SLUG_BYTES_MAX)
    .toString()
    .replace(/^[-\uFFFD]+|-$/g, '')
}
