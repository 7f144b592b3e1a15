import { printableJson } from '../../core/printable.js'
import { shorten } from '../../core/shorten.js'
import type { Bundle, BundledAnswer } from '../../history/bundle/format.js'
import type { AnswerDifference, BundleRun, CallDifference } from '../../history/bundle/run.js'
import { changeLine } from '../../history/change.js'
import { counted, printable } from '../output/format.js'
import type { Style } from '../terminal.js'

const BODY_LENGTH_MAX = 500
const CHANGES_MAX = 20

/** A bundle, its file, and what came of its run. */
interface RanBundle {
  readonly path: string
  readonly bundle: Bundle
  readonly run: BundleRun
}

/** What came of a replay, for people. */
export function prettyReport({ path, bundle, run }: RanBundle, style: Style): string {
  const { requests, calls, held = 0, difference } = run
  const ran = `${counted(requests, 'request')} and ${counted(calls, 'admin call')}`
  // A request that was held is there twice.
  const all = new Set(bundle.commands.map(({ id }) => id)).size
  const pending = held === 0 ? '' : `; ${counted(held, 'request')} held to the end`
  const lines = [
    `${style('bold', printable(path))}: ${ran} run, of ${all}${pending}; written by tristore-emulator ${printable(bundle.version)}`,
    ...(difference === undefined
      ? [
          style(
            'green',
            `${requests === 1 ? 'The answer is' : 'All answers are'} what was given, to the byte.`,
          ),
        ]
      : difference.kind === 'request'
        ? answerLines(difference, style)
        : callLines(difference, style)),
  ]
  return `${lines.join('\n')}\n`
}

function answerLines(
  { id, method, target, expected, got, changes }: AnswerDifference,
  style: Style,
): string[] {
  const changed = changes
    .slice(0, CHANGES_MAX)
    .map((change) => `    ${printable(changeLine(change).trimEnd())}`)
  const more = changes.length - changed.length
  return [
    style('red', `${id}  ${printable(`${method} ${target}`)} is answered otherwise:`),
    `  expected  ${answerText(expected)}`,
    `  got       ${answerText(got)}`,
    ...(expected && expected.status === got?.status && expected.body === got.body
      ? ['  The heads differ, what a fault did, or the rest of the bodies.']
      : []),
    ...(changed.length === 0 ? ['  It changed nothing.'] : ['  It changed:', ...changed]),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ]
}

function answerText(answer: BundledAnswer | undefined): string {
  if (answer === undefined) return 'it is held'
  const { status, body = '' } = answer
  return `${status ?? 'no answer'}  ${shorten(printable(body), BODY_LENGTH_MAX)}`.trimEnd()
}

const callLines = ({ id, method, path, status, answer }: CallDifference, style: Style): string[] => [
  style('red', `${id}  ${printable(`${method} ${path}`)} was made, and is refused now:`),
  `  got       ${status}  ${shorten(printable(answer), BODY_LENGTH_MAX)}`,
]

/** The report for programs. */
export function jsonReport({ path, bundle, run }: RanBundle): string {
  const { version, commands } = bundle
  const outcome = run.difference === undefined ? 'same' : 'differs'
  const report = { file: path, version, commands: commands.length, outcome, ...run }
  return `${printableJson(JSON.stringify(report, undefined, 2))}\n`
}
