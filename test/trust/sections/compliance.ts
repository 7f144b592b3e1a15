import { CATALOGUE, CHECKS } from '../../http/compliance/catalogue.js'
import { type Check, isExpected } from '../../http/compliance/check.js'
import { table } from './table.js'

/** The public catalogue of checks of HTTP/1.1, beside what the emulator answers. */
export function compliance(
  answers: Readonly<Record<string, string>>,
  deviations: Readonly<Record<string, string>>,
): string {
  const isKept = ({ id, expected }: Check) =>
    answersTo(answers, id).every((answer) => isExpected(answer, expected))
  const counts = Object.entries(CATALOGUE).map(([name, checks]) =>
    countOf(name, checks.filter(isKept).length, checks),
  )
  const lists = Object.entries(CATALOGUE).map(([name, checks]) => {
    const rows = checks.map(({ id, rule, sent, expected }) => [
      id,
      rule,
      sent,
      expected,
      answersTo(answers, id).join('; or '),
      deviations[id] ?? '',
    ])
    return `### ${name}\n\n${table(['check', 'rule', 'what is sent', 'expected', 'answered', 'why not'], rows)}`
  })
  return `## HTTP/1.1

The checks of [Http11Probe](https://github.com/MDA2AV/Http11Probe) for compliance, smuggling, normalization and malformed input,
as requests over a socket to the emulator, each with a sound read behind it on the connection. "400, then 200" is a refusal
after which the connection goes on, "400" one that closes it. No request within a body was ever carried out. Where the
parsers of Node's versions differ there are two answers. Its checks of caches and cookies have no subject here: the contract
has neither.

${table(['about', 'checks', 'as expected', 'otherwise, with a reason'], [...counts, countOf('in all', CHECKS.filter(isKept).length, CHECKS)])}

${lists.join('\n\n')}`
}

const countOf = (name: string, kept: number, checks: readonly Check[]): (string | number)[] => [
  name,
  checks.length,
  kept,
  checks.length - kept,
]

const answersTo = (answers: Readonly<Record<string, string>>, id: string): readonly string[] =>
  answers[id]?.split(' | ') ?? []
