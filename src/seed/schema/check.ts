import * as v from 'valibot'
import { hintOf } from '../../core/expected.js'
import { problemAt, type SourceDocument } from '../text/positions.js'
import { PROBLEMS_MAX, type Problem } from '../text/problems.js'

export interface Checked {
  /** The schema's output; undefined for invalid data. */
  readonly data: unknown
  readonly problems: readonly Problem[]
}

/** @param document from a seed's text; other data is located at the first line of "seed" */
export function check(schema: v.GenericSchema, document: SourceDocument): Checked {
  const { success, output, issues = [] } = v.safeParse(schema, document.data)
  if (success) return { data: output, problems: [] }
  return {
    data: undefined,
    problems: issues.slice(0, PROBLEMS_MAX).map((issue) => problemOf(issue, document)),
  }
}

function problemOf(issue: v.BaseIssue<unknown>, document: SourceDocument): Problem {
  const path: readonly v.IssuePathItem[] = issue.path ?? []
  const target = path.at(-1)?.origin === 'key' ? 'field' : 'value'
  return problemAt(document, {
    path: path.map(({ key }) => key as string | number),
    message: issue.message,
    hint: hintOf(issue),
    target,
  })
}
