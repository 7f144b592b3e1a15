import { conform as conformTo, type Judgement, tally } from '../../conformance/conform.js'
import { type ServiceUnderTest, withService } from '../conformance/connect.js'
import { jsonReport } from '../conformance/json.js'
import { junitReport } from '../conformance/junit.js'
import { PrettyReport } from '../conformance/pretty.js'
import { FOUND_WRONG } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import { conformOptions } from '../options/service-options.js'
import { readValues } from '../options/values.js'
import { styleOf } from '../output/style.js'
import type { Terminal } from '../terminal.js'

/** `emulator conform`: tries every statement of the contract on a service, and reports how each fared. */
export async function conform({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const { out, env } = terminal
  const settings = readValues(conformOptions, given, env)
  const report = settings.report === 'pretty' ? new PrettyReport(out, styleOf(out, env)) : undefined
  const { service, judgements } = await judgeAll(settings, terminal, report)
  report?.end(tally(judgements))
  if (settings.report === 'json') out.write(jsonReport(service, judgements))
  if (settings.report === 'junit') out.write(junitReport(service, judgements))
  return tally(judgements).fails > 0 ? FOUND_WRONG : 0
}

interface Judged {
  readonly service: ServiceUnderTest
  readonly judgements: readonly Judgement[]
}

/** @param report gets each judgement as soon as it is made */
function judgeAll(
  settings: Parameters<typeof withService>[0],
  terminal: Terminal,
  report: PrettyReport | undefined,
): Promise<Judged> {
  return withService(settings, terminal, async (service, waiting) => {
    const judgements: Judgement[] = []
    report?.begin(service)
    for await (const judgement of conformTo(service.source, ({ id }) => waiting.setPurpose(id))) {
      judgements.push(judgement)
      report?.add(judgement)
      waiting.assertNotStopped()
    }
    return { service, judgements }
  })
}
