import type { ModuleScore, Score } from '../../mutation/score.js'
import { percent, table } from './table.js'

type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

/** How many changes of the code the tests notice. */
export function mutants(score: Score, reasons: Reasons): string {
  const entries = Object.entries(score)
  const rows = entries.map(([file, module]) => [
    ...rowOf(`\`${file}\``, [module]),
    `${module.triedWith} tests`,
    module.commit,
  ])
  const lists = entries
    .map(([file, module]) => survivorsOf(file, module, reasons[file] ?? {}))
    .filter((text) => text !== '')
  return `## Mutants

\`npm run mutants\` changes \`src/domain\` and \`src/api\` in thousands of small ways, one at a time, with the changes that Stryker
makes, and tries each with the tests that come by it, those that are likely to tell it first. A change that no test notices
survives. What runs once, when a module is loaded (tables, schemas), cannot be switched while tests run: each change of it is
tried with up to 20 whole files of tests, loaded anew. A try that the clock ended is repeated, and a process that hung or ended
is started again, before either counts as noticed.

Each module is tried with so many tests at most as its row says; the score is a lower bound, since a survivor may not have met
the test that would tell it. \`npm run mutants -- --only\` with the name of a module, or of a folder, measures that anew.

${table(
  ['module', 'killed', 'of', 'share', 'tried with', 'at'],
  [...rows, [...rowOf('in all', Object.values(score)), '', '']],
)}

### Survivors

${lists.join('\n\n')}`
}

function rowOf(name: string, modules: readonly ModuleScore[]): (string | number)[] {
  const sum = (count: (module: ModuleScore) => number) => modules.map(count).reduce((a, b) => a + b, 0)
  const killed = sum((module) => module.killed)
  const all = killed + sum(({ survivors }) => survivors.length)
  return [name, killed, all, percent(killed, all)]
}

function survivorsOf(
  file: string,
  { survivors }: ModuleScore,
  reasons: Readonly<Record<string, string>>,
): string {
  const explained = survivors.filter((change) => reasons[change] !== undefined)
  const open = survivors.length - explained.length
  if (survivors.length === 0) return ''
  const lines = explained.map((change) => `${change}\n    ${reasons[change]}`)
  const listed = lines.length === 0 ? '' : `\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``
  const unexplained =
    open === 0 ? '' : ` ${open} are not looked into yet; \`test/mutation/score.json\` lists them.`
  return `\`${file}\`: ${survivors.length}.${unexplained}${listed}`
}
