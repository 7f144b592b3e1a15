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
survives. What runs once, when a module is loaded (tables, schemas), is left out: it cannot be switched while tests run.

The present scores were put together from several rounds that did not run to their end, of the code at that commit or a
little before, each with some of the tests that come by a mutant (40 at most). So they are lower bounds: many survivors have
not met the test that would tell them. One whole run of \`npm run mutants\` replaces them, and this paragraph.

${table(
  ['module', 'killed', 'of', 'share', 'left out', 'tried with', 'at'],
  [...rows, [...rowOf('in all', Object.values(score)), '', '']],
)}

### Survivors

${lists.join('\n\n')}`
}

function rowOf(name: string, modules: readonly ModuleScore[]): (string | number)[] {
  const sum = (count: (module: ModuleScore) => number) => modules.map(count).reduce((a, b) => a + b, 0)
  const killed = sum((module) => module.killed)
  const all = killed + sum(({ survivors }) => survivors.length)
  return [name, killed, all, percent(killed, all), sum(({ left }) => left)]
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
