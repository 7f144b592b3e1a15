import { basename, dirname } from 'node:path'
import * as v from 'valibot'
import { defaultProfile, type ProfilePatch, profileProblems } from '../domain/profile.js'
import { parsePart, parseSeeds, type SeedDocument, type SeedSource } from '../seed/parse.js'
import { problemAt } from '../seed/places.js'
import { type Path, type Problem, SeedProblems } from '../seed/problems.js'
import { isRecord } from '../seed/records.js'
import { nearest } from '../seed/suggest.js'
import { Failure, systemCode } from './failure.js'
import type { Files } from './terminal.js'

/**
 * The text of a file that the person named.
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
 * Reads seeds as parseSeeds does, and holds their profile to the options there are.
 *
 * @throws SeedProblems
 */
export function readSeeds(sources: readonly SeedSource[]): SeedDocument {
  const document = parseSeeds(sources)
  throwIfAny(problemsOfProfile(document.data, ['profile'], document.data.profile ?? {}))
  return document
}

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
  throwIfAny(problemsOfProfile(patch, [], patch))
  return patch
}

function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new SeedProblems(problems)
}

/** @param at where the patch stands in the document that was read */
function problemsOfProfile(document: unknown, at: Path, patch: unknown): Problem[] {
  return profileProblems(patch).map(({ path, message }) => {
    const known = Object.keys(Object(optionAt(path.slice(0, -1))))
    const isUnknown = path.length > 0 && !known.includes(String(path.at(-1)))
    if (!isUnknown) return problemAt(document, [...at, ...path], message)
    const meant = nearest(String(path.at(-1)), known)
    const hint = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`
    return problemAt(document, [...at, ...path], message, hint, 'field')
  })
}

/** The default of an option or section, whose shape every profile has. */
function optionAt(path: Path): unknown {
  return path.reduce<unknown>((value, step) => Object(value)[step], defaultProfile)
}
