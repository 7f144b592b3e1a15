import { type Judgement, tally } from '../conform.js'
import type { ConnectedService } from './connect.js'
import { type Walked, walkInWords } from './walk-text.js'
import { element, failure, type XmlAttributes, xmlDocument } from './xml.js'

/** Formats the judgements as JUnit XML, with a suite per area and a case per statement. */
export function junitReport(
  { address }: ConnectedService,
  judgements: readonly Judgement[],
  walked: Walked | undefined,
): string {
  const areas = [...new Set(judgements.map(({ area }) => area))]
  const suites = areas.map((area) =>
    suite(
      area,
      judgements.filter((one) => one.area === area),
    ),
  )
  const walks = walked === undefined ? [] : [walkSuite(walked)]
  const name = `tristore-conform ${address}`
  const figures = Object.entries(tally(judgements)).map(([figure, value]) =>
    element('property', { name: figure, value }),
  )
  const properties = element('properties', {}, figures)
  return xmlDocument(
    element('testsuites', { name, ...counts(judgements, walked) }, [properties, ...suites, ...walks]),
  )
}

function suite(area: string, judgements: readonly Judgement[]): string {
  return element('testsuite', { name: area, ...counts(judgements) }, judgements.map(testCase))
}

/** JUnit has no "indeterminate", so those count as skipped, with a message. */
function counts(judgements: readonly Judgement[], walked?: Walked): XmlAttributes {
  const { covered, statements, divergence } = tally(judgements)
  const outcome = walked?.result.outcome
  return {
    tests: statements + (outcome === undefined ? 0 : 1),
    failures: divergence + (outcome === 'differs' ? 1 : 0),
    errors: 0,
    skipped: statements - covered + (outcome === 'skipped' || outcome === 'indeterminate' ? 1 : 0),
  }
}

function testCase({ area, statement, verdict }: Judgement): string {
  const attributes = { classname: area, name: `${statement.id}: ${statement.text}` }
  switch (verdict.outcome) {
    case 'holds':
      return element('testcase', attributes)
    case 'skipped':
      return element('testcase', attributes, [element('skipped', { message: verdict.why })])
    case 'indeterminate':
      return element('testcase', attributes, [
        element('skipped', { message: `indeterminate: ${verdict.why}` }),
      ])
    case 'fails': {
      const { expected, got } = verdict
      const text = `${statement.section}: expected ${expected}, got ${got}`
      return element('testcase', attributes, [failure(`expected ${expected}`, text)])
    }
  }
}

function walkSuite(walked: Walked): string {
  const { result } = walked
  const attributes = { classname: 'walk', name: walkInWords(walked) }
  const children = {
    agrees: () => [],
    skipped: () => [element('skipped', { message: walkInWords(walked) })],
    indeterminate: () => [element('skipped', { message: walkInWords(walked) })],
    differs: () => {
      if (result.outcome !== 'differs') return []
      const { expected, got, steps } = result
      return [failure(`expected ${expected}`, [`expected ${expected}, got ${got}`, ...steps].join('\n'))]
    },
  }[result.outcome]()
  return element('testsuite', { name: 'walk', ...counts([], walked) }, [
    element('testcase', attributes, children),
  ])
}
