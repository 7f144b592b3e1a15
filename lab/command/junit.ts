import type { SweepReport, SweptPoint } from '../sweep/report.js'
import { pointLines } from '../sweep/report-text.js'
import { type Attributes, element, failure, xmlDocument } from './xml.js'

const KINDS: readonly SweptPoint['kind'][] = ['fault', 'edge', 'gap']

/** Formats a sweep as JUnit XML, with a suite for each kind of disturbance and a test case for each run. */
export function junitReport(report: SweepReport): string {
  const { points, coverage } = report
  const suites = KINDS.flatMap((kind) => {
    const own = points.filter((point) => point.kind === kind)
    return own.length === 0
      ? []
      : [element('testsuite', { name: kind, ...counts(own, report) }, own.map(caseOf))]
  })
  const name = 'tristore-emulator sweep'
  const properties = element('properties', {}, [element('property', { name: 'coverage', value: coverage })])
  return xmlDocument(element('testsuites', { name, ...counts(points, report) }, [properties, ...suites]))

  function caseOf(point: SweptPoint): string {
    const attributes = { classname: point.kind, name: point.point }
    if (report.findings.includes(point)) {
      return element('testcase', attributes, [failure(point.outcome, pointLines(point).join('\n'))])
    }
    const note = point.allowed === undefined ? point.outcome : `${point.outcome}, allowed (${point.allowed})`
    const isPassed = point.outcome === 'survived'
    return element('testcase', attributes, isPassed ? [] : [element('skipped', { message: note })])
  }
}

/**
 * JUnit has no notion of allowed findings or of points that weren't reached, so both count as skipped, with a message.
 */
function counts(points: readonly SweptPoint[], { findings }: SweepReport): Attributes {
  const failures = points.filter((point) => findings.includes(point)).length
  const survived = points.filter(({ outcome }) => outcome === 'survived').length
  return { tests: points.length, failures, errors: 0, skipped: points.length - failures - survived }
}
