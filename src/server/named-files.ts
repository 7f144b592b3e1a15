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

/** The parts of a file system that reading a user's files needs. */
export interface NamedFiles {
  /**
   * Reads the text of a file, or of a pipe to its end.
   *
   * @param stopping stops waiting for the writer of a pipe
   * @throws the system's error, the reason of `stopping`
   */
  read(path: string, stopping?: AbortSignal): string | Promise<string>
  /**
   * The size in bytes, as far as it is known ahead: 0 for a pipe.
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
 * Reads a file that a user named.
 *
 * @param noun what it was named as: "seed", "profile"
 * @param stopping stops waiting for the writer of a pipe
 * @throws StartError if it can't be read, with the reason and a likely correction; SeedProblems if it isn't UTF-8; the
 * reason of `stopping`
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
      throw unreadableFile(`cannot read the ${noun} ${path}: it is longer than a text can be; split it`)
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

/** @param message kept to one line, even if names of files have line breaks */
const unreadableFile = (message: string): StartError => new StartError('unreadable_file', printable(message))

/** The text and the contents made from it are in memory at the same time. */
const tooLarge = (what: string): StartError =>
  new StartError('out_of_memory', `${printable(what)} takes more memory than there is; ${MORE_MEMORY}`)

/** Longer than a string can be, or than Node reads in one go. */
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
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it (chmod a+r lets everyone)'
  if (TOO_MANY_FILES.includes(code)) return TOO_MANY_FILES_OPEN
  if (code === 'ELOOP') return 'its links lead in a circle'
  if (code === 'ENOTDIR') return 'it is below a file as if that were a folder'
  if (code === 'ENODATA') return 'nothing came out of it; start its writer first'
  return code
}

function meantInstead(path: string, files: NamedFiles): string {
  const folder = dirname(path)
  const names = namesForHint(folder, files)
  if (names === undefined) return `, nor a folder ${folder}`
  if (names.includes(basename(path))) return ': its link leads nowhere'
  const meant = nearest(basename(path), names)
  if (meant === undefined) return folder === '.' ? seedsIn(folder, files) : ''
  return `; did you mean ${path.slice(0, path.length - basename(path).length)}${meant}?`
}

function seedsIn(folder: string, files: NamedFiles): string {
  const seeds = (namesForHint(folder, files) ?? []).filter((name) => /\.ya?ml$/i.test(name))
  return seeds.length === 0 ? '' : ` (there is ${seeds.slice(0, 5).join(', ')})`
}

/** Returns undefined if there is no such folder. @throws StartError if it can't be listed */
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

/** Returns undefined for a path with a seed's name: it is read as a file, whose error says more. */
function namesInNamed(path: string, files: NamedFiles): readonly string[] | undefined {
  try {
    return namesIn(path, files)
  } catch (error) {
    if (SEED_NAME.test(basename(path))) return undefined
    throw error
  }
}

const NO_FOLDER: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Returns nothing for a folder that can't be listed: this is only for a hint. */
function namesForHint(folder: string, files: NamedFiles): readonly string[] | undefined {
  try {
    return namesIn(folder, files)
  } catch {
    return []
  }
}

/** Matches a member of a mapping, with which a seed begins in YAML or JSON. */
const SEED_TEXT = /^\s*\{|(?:^|\n)\s*(?:- )?(["']?)[\w$]+\1:(?:\s|$)/

/** @throws StartError for a URL that isn't a file's, and for the text of a seed */
function pathOf(named: string | URL, files: NamedFiles): string {
  const path = String(named)
  if (/^file:\/\//i.test(path)) return pathOfUrl(path)
  if (named instanceof URL || /^[a-z][a-z\d+.-]*:\/\//i.test(path))
    throw unreadableFile(
      `cannot read the seed ${path}: seeds are files; save it as one, and name that: curl -o seed.yaml ${path}`,
    )
  if (!SEED_TEXT.test(path) || isThere(path, files)) return path
  throw unreadableFile(
    `that is the text of a seed, not the name of a file: ${shorten(path, 40)}; save it in a file and name that, pipe it to the command with --seed -, or give an object to startEmulator`,
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
  /** Folders that hold no seed: an image's /seed is often empty. */
  readonly empty: readonly string[]
}

/** @param folders in which seedPaths found none */
export const noSeedIn = (...folders: readonly string[]): string =>
  `there is no seed (.yaml, .yml or .json) in ${folders.join(', ')}: \`npx tristore-emulator init FILE\` writes one`

/**
 * Finds the seed files of paths and file URLs. A folder stands for the files in it, sorted by name.
 *
 * @throws StartError if a folder can't be listed, for any other URL, and for the text of a seed
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
