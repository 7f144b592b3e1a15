import { conform as conformTo, type Judgement, tally } from '../conform.js'
import type { Statement } from '../statements/statement.js'
import { walk } from '../walk/walk.js'
import { type ConnectedService, isGone, withService } from './connect.js'
import type { Host } from './host.js'
import { jsonReport } from './json.js'
import { junitReport } from './junit.js'
import { type OptionValues, readOptions } from './options.js'
import { PrettyReport } from './pretty.js'
import { printableLines } from './printable.js'
import { conformOptions } from './service-options.js'
import { COULD_NOT_RUN, FOUND_WRONG } from './status.js'
import type { Walked } from './walk-text.js'

/** Runs `tristore-conform`, which tries every statement of the contract on a service and reports the results. */
export async function conform(argv: readonly string[], host: Host): Promise<number> {
  const settings = readOptions(conformOptions, argv, host.env)
  const report = (settings.report ?? 'pretty') === 'pretty' ? new PrettyReport(host) : undefined
  const { service, judgements, walked, gone } = await judgeAll(settings, host, report)
  const figures = tally(judgements)
  report?.end(figures)
  if (settings.report === 'json') host.out.write(jsonReport(service, judgements, walked))
  if (settings.report === 'junit') host.out.write(junitReport(service, judgements, walked))
  if (gone !== undefined) {
    host.err.write(`the service stopped responding: ${printableLines(gone.message)}\n`)
    return COULD_NOT_RUN
  }
  return figures.divergence > 0 || walked?.result.outcome === 'differs' ? FOUND_WRONG : 0
}

interface Judged {
  readonly service: ConnectedService
  readonly judgements: readonly Judgement[]
  readonly walked: Walked | undefined
  /** Set if the service stopped responding before the end. */
  readonly gone?: Error
}

/** @param report called with each judgement as soon as it's made */
function judgeAll(
  settings: OptionValues<typeof conformOptions>,
  host: Host,
  report: PrettyReport | undefined,
): Promise<Judged> {
  return withService(settings, host, async (service, waiting) => {
    const judgements: Judgement[] = []
    report?.begin(service)
    const onStart = ({ id }: Statement) => waiting.setPurpose(id)
    try {
      for await (const judgement of conformTo(service.source, { onStart, isGone })) {
        judgements.push(judgement)
        report?.add(judgement)
        waiting.assertNotStopped()
      }
      const walked = await walkThrough(service, settings, host)
      if (walked !== undefined) report?.addWalk(walked)
      return { service, judgements, walked }
    } catch (error) {
      if (!isGone(error)) throw error
      return { service, judgements, walked: undefined, gone: error }
    }
  })
}

/**
 * Replaying a failing walk on an emulator costs nothing. Any other service belongs to someone else, so go easy on it.
 */
const REPLAYS = { emulator: 400, elsewhere: 12 }

/** Default number of calls in a walk. Only emulators are walked by default. */
const WALK_DEFAULT = 200

async function walkThrough(
  { source, isEmulator }: ConnectedService,
  { walk: asked, 'walk-seed': given }: OptionValues<typeof conformOptions>,
  host: Host,
): Promise<Walked | undefined> {
  const calls = asked ?? (isEmulator ? WALK_DEFAULT : 0)
  if (calls === 0) return undefined
  const seed = given ?? host.now() % 2 ** 31
  const replays = isEmulator ? REPLAYS.emulator : REPLAYS.elsewhere
  return { seed, result: await walk(source, { calls, seed, replays }) }
}
