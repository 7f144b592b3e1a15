import { nearest } from '../../core/nearest.js'
import { valueAt } from '../../core/objects.js'
import { defaultProfile, type ProfileProblem, profileProblems } from '../../domain/profile/profile.js'
import { problemAt, QUOTE, type SourceDocument } from '../text/places.js'
import { type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'

/**
 * Returns what is wrong with the options of a profile (docs/DESIGN.md section 6).
 *
 * @param root the document that the patch was read from
 * @param at the path of the patch in it
 */
export function profilePartProblems(root: SourceDocument, at: Path, patch: unknown): Problem[] {
  const problemOf = ({ path, message, needsText = false }: ProfileProblem): Problem => {
    const problem = { path: [...at, ...path], message }
    const known = Object.keys(Object(valueAt(defaultProfile, path.slice(0, -1))))
    const isUnknown = path.length > 0 && !known.includes(String(path.at(-1)))
    if (!isUnknown) return problemAt(root, needsText ? { ...problem, hint: QUOTE } : problem)
    const meant = nearest(String(path.at(-1)), known)
    const hint = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`
    return problemAt(root, { ...problem, hint, target: 'field' })
  }
  return profileProblems(patch).slice(0, PROBLEMS_MAX).map(problemOf)
}
