import * as v from 'valibot'
import { expected } from '../core/expected.js'
import { isRecord } from '../core/objects.js'
import type { ProfilePatch } from '../domain/profile/profile.js'
import { parsePart, profilePartProblems, type SeedSource } from '../seed/parse.js'

const profileSchema = v.custom<ProfilePatch>(
  isRecord,
  expected('options by section, such as { kv: { putStatus: 201 } }'),
)

/**
 * Expects options by section, in YAML or JSON.
 *
 * @throws SeedProblems that lists all invalid options with their locations
 */
export const readProfile = (source: SeedSource): ProfilePatch =>
  parsePart(source, profileSchema, undefined, (document) =>
    isRecord(document.data) ? profilePartProblems(document, [], document.data) : [],
  )
