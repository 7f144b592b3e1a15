import { nearest } from '../../core/nearest.js'
import { valueAt } from '../../core/objects.js'
import type { Slice, Steps } from '../../core/steps.js'
import { defaultProfile, type ProfileProblem, profileProblems } from '../../domain/profile/profile.js'
import { problemAt } from '../text/places.js'
import { ITEMS_A_PROBLEM, type Path, PROBLEMS_MAX, type Problem } from '../text/problems.js'

/**
 * Holds the options of a profile to those that there are (docs/DESIGN.md section 6).
 *
 * @param root the document that the patch was read from
 * @param at the path of the patch in it
 */
export function* profilePartProblems(
  root: unknown,
  at: Path,
  patch: unknown,
  slice: Slice,
): Steps<Problem[]> {
  const problems = profileProblems(patch).slice(0, PROBLEMS_MAX)
  // To find them took as long as two items each.
  if (slice.spend(2 * problems.length)) yield
  const problemOf = ({ path, message }: ProfileProblem): Problem => {
    const known = Object.keys(Object(valueAt(defaultProfile, path.slice(0, -1))))
    const isUnknown = path.length > 0 && !known.includes(String(path.at(-1)))
    if (!isUnknown) return problemAt(root, [...at, ...path], message)
    const meant = nearest(String(path.at(-1)), known)
    const hint = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`
    return problemAt(root, [...at, ...path], message, hint, 'field')
  }
  return yield* slice.map(problems, problemOf, ITEMS_AN_OPTION)
}

/** There are many options that a wrong one may have been meant for. */
const ITEMS_AN_OPTION = 2 * ITEMS_A_PROBLEM
