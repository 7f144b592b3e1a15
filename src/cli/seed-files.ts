import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { nearest } from '../core/nearest.js'
import { isRecord } from '../core/objects.js'
import type { ProfilePatch } from '../domain/profile/profile.js'
import { parsePart, type SeedSource } from '../seed/parse.js'
import { profilePartProblems } from '../seed/schema/profile.js'
import { SeedProblems } from '../seed/text/problems.js'
import { Failure, systemCode } from './failure.js'
import type { Files } from './terminal.js'

/**
 * The text of a named file.
 *
 * @param noun what it was named as: "seed", "profile"
 * @throws Failure where it cannot be read, saying why and what may have been meant
 */
export function readNamed(path: string, noun: string, files: Files): string {
  try {
    return files.read(path)
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new Failure(`cannot read the ${noun} ${path}: ${unreadable(code, path, files)}`)
  }
}

function unreadable(code: string, path: string, files: Files): string {
  if (code === 'ENOENT') return `there is no such file${meantInstead(path, files)}`
  if (code === 'EISDIR') return `it is a folder; name a file in it${seedsIn(path, files)}`
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read it (chmod a+r lets everyone)'
  return code
}

function meantInstead(path: string, files: Files): string {
  const folder = dirname(path)
  const names = namesIn(folder, files)
  if (names === undefined) return `, nor a folder ${folder}`
  const meant = nearest(basename(path), names)
  if (meant === undefined) return folder === '.' ? seedsIn(folder, files) : ''
  return `; did you mean ${path.slice(0, path.length - basename(path).length)}${meant}?`
}

function seedsIn(folder: string, files: Files): string {
  const seeds = (namesIn(folder, files) ?? []).filter((name) => /\.ya?ml$/i.test(name))
  return seeds.length === 0 ? '' : ` (there is ${seeds.slice(0, 5).join(', ')})`
}

function namesIn(folder: string, files: Files): readonly string[] | undefined {
  try {
    return files.list(folder)
  } catch {
    return undefined
  }
}

/**
 * The seed files of the named paths: a folder stands for those in it, in order of their names. It may hold none (an
 * image's /seed is often empty).
 */
export function seedPaths(named: readonly string[], files: Files): readonly string[] {
  return named.flatMap((path) => {
    const folder = path.replace(/(?<=.)\/+$/, '')
    const names = namesIn(folder, files)
    if (names === undefined) return [path]
    const seeds = names.filter((name) => SEED_NAME.test(name)).sort()
    return seeds.map((name) => join(folder, name))
  })
}

const SEED_NAME = /^[^.].*\.(?:ya?ml|json)$/i

/**
 * Reads a profile: YAML or JSON of its options by section.
 *
 * @throws SeedProblems naming every wrong option and its place; Failure where it is no mapping at all
 */
export function readProfile(source: SeedSource): ProfilePatch {
  const patch = parsePart(source, v.unknown())
  if (!isRecord(patch)) {
    throw new Failure(`${source.name}: expected options by section, such as { kv: { putStatus: 201 } }`)
  }
  const problems = profilePartProblems(patch, [], patch)
  if (problems.length > 0) throw new SeedProblems(problems)
  return patch
}
