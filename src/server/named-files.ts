import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MORE_MEMORY } from '../core/heap.js'
import { nearest } from '../core/nearest.js'
import { printable } from '../core/printable.js'
import { shorten } from '../core/shorten.js'
import { systemHeap } from '../core/system-heap.js'
import { TOO_MANY_FILES, TOO_MANY_FILES_OPEN } from '../core/too-many-files.js'
import { NotUtf8 } from '../seed/text/decode-utf8.js'
import { SeedProblems } from '../seed/text/problems.js'
import { SeedText } from '../seed/text/seed-text.js'
import { readFile } from './read-file.js'
import { StartError, systemCode } from './start-error.js'

export interface NamedFiles {
  /**
   * Reads a text file, or a pipe until it's closed.
   *
   * @param stopping aborts waiting for a pipe's writer
   * @throws the system's error, or the reason of `stopping`
   */
  read(path: string, stopping?: AbortSignal): string | Promise<string>
  /**
   * Returns the size in bytes, or 0 if it isn't known in advance, e.g. for a pipe.
   *
   * @throws the system's error
   */
  size(path: string): number
  /** @throws the system's error */
  list(folder: string): readonly string[]
}

const SEED_NAME = /^[^.].*\.(?:ya?ml|json)$/i

export const systemFiles: NamedFiles = {
  read: readFile,
  size: (path) => statSync(path).size,
  list: (folder) => readdirSync(folder),
}

/**
 * Reads a file named by the user.
 *
 * @param noun describes the file in error messages, e.g. "seed" or "profile"
 * @param stopping aborts waiting for a pipe's writer
 * @throws StartError if the file can't be read, with the reason and possibly a suggestion; SeedProblems if it isn't
 * UTF-8; the reason of `stopping`
 */
export async function readNamed(
  path: string,
  noun: string,
  files: NamedFiles,
  stopping?: AbortSignal,
): Promise<string> {
  try {
    if (files.size(path) > systemHeap.limit / 2) throw tooLarge(`the ${noun} ${path}`)
    return await files.read(path, stopping)
  } catch (error) {
    if (error instanceof NotUtf8) throw undecodable(path, error)
    if (isTooLong(error)) {
      throw unreadableFile(`cannot read the ${noun} ${path}: it is too long for one string; split it`)
    }
    const code = systemCode(error)
    if (code === undefined) throw error
    throw unreadableFile(`cannot read the ${noun} ${path}: ${unreadable(code, path, files)}`)
  }
}

function undecodable(file: string, { mistake, text, offset }: NotUtf8): SeedProblems {
  const seed = new SeedText({ name: file, text })
  const markLength = text.length - seed.text.length
  const position =
    offset === undefined ? { line: 1, column: 1, source: '' } : seed.position(offset - markLength)
  return new SeedProblems([{ file, ...position, path: '', ...mistake }])
}

/** @param message reduced to a single line, as file names may contain line breaks */
const unreadableFile = (message: string): StartError => new StartError('unreadable_file', printable(message))

/** Used for files over half the heap, since a file's text and its parsed contents are in memory at the same time. */
const tooLarge = (what: string): StartError =>
  new StartError('out_of_memory', `${printable(what)} needs more memory than there is; ${MORE_MEMORY}`)

/** Checks if a file was too long for a string, or for Node to read in one go. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_STRING_TOO_LONG' || error.code === 'ERR_FS_FILE_TOO_LARGE'
}

function unreadable(code: string, path: string, files: NamedFiles): string {
  if (code === 'ENOENT') return `there is no such file${meantInstead(path, files)}`
  if (code === 'EISDIR') return `it is a folder; name a file in it${seedsIn(path, files)}`
  return refused(code)
}

function refused(code: string): string {
  if (code === 'EACCES' || code === 'EPERM')
    return 'this user is not allowed to read it (chmod a+r allows everyone)'
  if (TOO_MANY_FILES.includes(code)) return TOO_MANY_FILES_OPEN
  if (code === 'ELOOP') return 'its links form a loop'
  if (code === 'ENOTDIR') return 'part of its path is a file, not a folder'
  if (code === 'ENODATA') return 'nothing was written to it; start its writer first'
  return code
}

function meantInstead(path: string, files: NamedFiles): string {
  const folder = dirname(path)
  const names = namesForHint(folder, files)
  if (names === undefined) return `, nor a folder ${folder}`
  if (names.includes(basename(path))) return ': it is a broken link'
  const meant = nearest(basename(path), names)
  if (meant === undefined) return folder === '.' ? seedsIn(folder, files) : ''
  return `; did you mean ${path.slice(0, path.length - basename(path).length)}${meant}?`
}

function seedsIn(folder: string, files: NamedFiles): string {
  const seeds = (namesForHint(folder, files) ?? []).filter((name) => /\.ya?ml$/i.test(name))
  return seeds.length === 0 ? '' : ` (there is ${seeds.slice(0, 5).join(', ')})`
}

/**
 * Undefined if the folder doesn't exist.
 *
 * @throws StartError if it can't be listed
 */
function namesIn(folder: string, files: NamedFiles): readonly string[] | undefined {
  try {
    return files.list(folder)
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    if (NO_FOLDER.has(code)) return undefined
    throw unreadableFile(`cannot list the folder ${folder}: ${refused(code)}`)
  }
}

/** Like `namesIn`, but returns undefined for a seed-like path that can't be listed. Reading it gives a better error. */
function namesInNamed(path: string, files: NamedFiles): readonly string[] | undefined {
  try {
    return namesIn(path, files)
  } catch (error) {
    if (SEED_NAME.test(basename(path))) return undefined
    throw error
  }
}

const NO_FOLDER: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Like `namesIn`, but returns an empty list if that fails, since it's only for a hint. */
function namesForHint(folder: string, files: NamedFiles): readonly string[] | undefined {
  try {
    return namesIn(folder, files)
  } catch {
    return []
  }
}

/** Matches text that looks like a seed, i.e. like a mapping in YAML or JSON. */
const SEED_TEXT = /^\s*\{|(?:^|\n)\s*(?:- )?(["']?)[\w$]+\1:(?:\s|$)/

/** @throws StartError if it's the text of a seed, or a URL that isn't a file URL */
function pathOf(named: string | URL, files: NamedFiles): string {
  const path = String(named)
  if (/^file:\/\//i.test(path)) return pathOfUrl(path)
  if (named instanceof URL || /^[a-z][a-z\d+.-]*:\/\//i.test(path))
    throw unreadableFile(
      `cannot read the seed ${path}: seeds are files, so download it first: curl -o seed.yaml ${path}`,
    )
  if (!SEED_TEXT.test(path) || isThere(path, files)) return path
  throw unreadableFile(
    `that is the text of a seed, not the name of a file: ${shorten(path, 40)}; save it to a file and pass its name, pipe it to the command with --seed -, or pass an object to startEmulator`,
  )
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    throw unreadableFile(`cannot read the seed ${url}: ${why}`)
  }
}

function isThere(path: string, files: NamedFiles): boolean {
  try {
    files.size(path)
    return true
  } catch {
    return false
  }
}

export interface SeedPaths {
  readonly paths: readonly string[]
  /** Folders without any seeds. The image's `/seed` is often one of them. */
  readonly empty: readonly string[]
}

/** @param folders as returned by `seedPaths` */
export const noSeedIn = (...folders: readonly string[]): string =>
  `there is no seed (.yaml, .yml or .json) in ${folders.join(', ')}: \`npx tristore-emulator init FILE\` writes one`

/**
 * Resolves paths and file URLs to seed files. A folder is replaced by the seeds in it, sorted by name.
 *
 * @throws StartError if a folder can't be listed, or if it's given any other URL or the text of a seed
 */
export function seedPaths(named: readonly (string | URL)[], files: NamedFiles): SeedPaths {
  const empty: string[] = []
  const paths = named.flatMap((name) => {
    const path = pathOf(name, files)
    const folder = path.replace(/(?<=.)\/+$/, '')
    const names = namesInNamed(folder, files)
    if (names === undefined) return [path]
    const seeds = names.filter((name) => SEED_NAME.test(name)).sort()
    if (seeds.length === 0) empty.push(path)
    return seeds.map((name) => join(folder, name))
  })
  return { paths, empty }
}
