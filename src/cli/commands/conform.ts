import { conform as conformTo, type Judgement, tally } from '../../conformance/conform.js'
import { arrangeVisit } from '../conformance/connect.js'
import { jsonReport } from '../conformance/json.js'
import { junitReport } from '../conformance/junit.js'
import { PrettyReport } from '../conformance/pretty.js'
import { patienceOf } from '../conformance/wait.js'
import { FOUND_WRONG } from '../failure.js'
import type { Call } from '../options/command.js'
import { conformOptions } from '../options/service-options.js'
import { readValues } from '../options/values.js'
import { styleOf } from '../output/style.js'
import type { Terminal } from '../terminal.js'

/** `emulator conform`: tries every statement of the contract on a service, and tells how each fared. */
export async function conform({ given }: Call, terminal: Terminal): Promise<number> {
  const settings = readValues(conformOptions, given, terminal.env)
  const patience = patienceOf(terminal)
  try {
    const visit = await arrangeVisit(settings, terminal, patience)
    const pretty = new PrettyReport(terminal.out, styleOf(terminal.out, terminal.env))
    const isPretty = settings.report === 'pretty'
    const judgements: Judgement[] = []
    try {
      if (isPretty) pretty.begin(visit)
      for await (const judgement of conformTo(visit.host, ({ id }) => patience.waitFor(id))) {
        judgements.push(judgement)
        if (isPretty) pretty.add(judgement)
        patience.holdOn()
      }
    } finally {
      await visit.close()
    }
    if (isPretty) pretty.end(tally(judgements))
    if (settings.report === 'json') terminal.out.write(jsonReport(visit, judgements))
    if (settings.report === 'junit') terminal.out.write(junitReport(visit, judgements))
    return tally(judgements).fails > 0 ? FOUND_WRONG : 0
  } finally {
    patience.release()
  }
}
