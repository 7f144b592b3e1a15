import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Bundle } from 'tristore-emulator'

/** Bundles are saved here by default. Other tools may delete this folder. */
export const CACHE_FOLDER = 'node_modules/.cache/tristore-emulator'

export interface WritableFiles {
  makeFolder(path: string): void
  replace(path: string, text: string): void
}

const systemFiles: WritableFiles = {
  makeFolder: (path) => mkdirSync(path, { recursive: true }),
  replace: (path, text) => writeFileSync(path, text),
}

/**
 * Saves a finding's bundle.
 *
 * @returns the file's path, or a sentence explaining why it couldn't be written
 */
export type KeepBundle = (bundle: Bundle, point: string) => string

/** Writes bundles to a folder, one file per point, replacing older ones. A failed write mustn't hide the finding. */
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
      return `it can't be written to ${folder}: ${error instanceof Error ? error.message : error}`
    }
  }

/** In UTF-8 bytes, like the limits of file systems. Longer names keep their end, because it's the part that differs. */
const SLUG_BYTES_MAX = 80

function slug(name: string): string {
  const whole = Buffer.from(name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))
  // The first character may have been cut in half.
  return whole
    .subarray(-SLUG_BYTES_MAX)
    .toString()
    .replace(/^[-\uFFFD]+|-$/g, '')
}
