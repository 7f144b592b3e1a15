import * as v from 'valibot'
import { isRecord } from '../core/objects.js'
import { printable } from '../core/printable.js'
import type { ProfilePatch } from '../domain/profile/profile.js'
import { parseDocument, profilePartProblems, type SeedSource } from '../seed/parse.js'
import { SeedProblems } from '../seed/text/problems.js'
import { Failure } from './failure.js'

/**
 * Parses a profile: options by section, in YAML or JSON.
 *
 * @throws SeedProblems naming every wrong option and its place; Failure if it isn't a mapping at all
 */
export function readProfile(source: SeedSource): ProfilePatch {
  const document = parseDocument(source, v.unknown())
  const patch = document.data
  if (!isRecord(patch)) {
    throw new Failure(
      `${printable(source.name)}: expected options by section, such as { kv: { putStatus: 201 } }`,
    )
  }
  const problems = profilePartProblems(document, [], patch)
  if (problems.length > 0) throw new SeedProblems(problems)
  return patch
}
