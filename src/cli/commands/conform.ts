import { conform as conformTo, type Judgement, tally } from '../../../conformance/conform.js'
import type { Statement } from '../../../conformance/statements/statement.js'
import { walk } from '../../../conformance/walk/walk.js'
import { printableLines } from '../../core/printable.js'
import { isGone, type ServiceUnderTest, withService } from '../conformance/connect.js'
import { jsonReport } from '../conformance/json.js'
import { junitReport } from '../conformance/junit.js'
import { PrettyReport } from '../conformance/pretty.js'
import type { Walked } from '../conformance/walk-text.js'
import { COULD_NOT_RUN, FOUND_WRONG } from '../failure.js'
import type { CommandInput } from '../options/command.js'
import type { Values } from '../options/options.js'
import { conformOptions } from '../options/service-options.js'
import { readValues } from '../options/values.js'
import { styleOf } from '../output/style.js'
import type { Terminal } from '../terminal.js'

/** `emulator conform`: tries every statement of the contract on a service, and reports how each fared. */
export async function conform({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const { out, env } = terminal
  const settings = readValues(conformOptions, given, env)
  const report = settings.report === 'pretty' ? new PrettyReport(out, styleOf(out, env)) : undefined
  const { service, judgements, walked, gone } = await judgeAll(settings, terminal, report)
  const figures = tally(judgements)
  report?.end(figures)
  if (settings.report === 'json') out.write(jsonReport(service, judgements, walked))
  if (settings.report === 'junit') out.write(junitReport(service, judgements, walked))
  if (gone !== undefined) {
    terminal.err.write(`the service stopped answering: ${printableLines(gone.message)}\n`)
    return COULD_NOT_RUN
  }
  return figures.divergence > 0 || walked?.result.outcome === 'differs' ? FOUND_WRONG : 0
}

interface Judged {
  readonly service: ServiceUnderTest
  readonly judgements: readonly Judgement[]
  readonly walked: Walked | undefined
  /** Why it ended early: the service stopped answering. */
  readonly gone?: Error
}

/** @param report gets each judgement as soon as it is made */
function judgeAll(
  settings: Values<typeof conformOptions>,
  terminal: Terminal,
  report: PrettyReport | undefined,
): Promise<Judged> {
  return withService(settings, terminal, async (service, waiting) => {
    const judgements: Judgement[] = []
    report?.begin(service)
    const onStart = ({ id }: Statement) => waiting.setPurpose(id)
    try {
      for await (const judgement of conformTo(service.source, { onStart, isGone })) {
        judgements.push(judgement)
        report?.add(judgement)
        waiting.assertNotStopped()
      }
      const walked = await walkThrough(service, settings, terminal)
      if (walked !== undefined) report?.addWalk(walked)
      return { service, judgements, walked }
    } catch (error) {
      if (!isGone(error)) throw error
      return { service, judgements, walked: undefined, gone: error }
    }
  })
}

/** Repeats of a walk in part cost an emulator nothing; elsewhere they are a guest's requests. */
const REPLAYS = { emulator: 400, elsewhere: 12 }

async function walkThrough(
  { source, isEmulator }: ServiceUnderTest,
  { walk: calls, 'walk-seed': given }: Values<typeof conformOptions>,
  terminal: Terminal,
): Promise<Walked | undefined> {
  if (calls === 0) return undefined
  const seed = given ?? terminal.now() % 2 ** 31
  const replays = isEmulator ? REPLAYS.emulator : REPLAYS.elsewhere
  return { seed, result: await walk(source, { calls, seed, replays }) }
}
