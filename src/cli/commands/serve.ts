import { stopOnDefect } from '../defect.js'
import { execOptions, serveOptions, whyOptions } from '../options/options.js'
import { sweepOptions } from '../options/sweep-options.js'
import { type CommandInput, misspeltVariables, readValues } from '../options/values.js'
import { logOf } from '../output/log.js'
import { exitSoon, stopRequests, type Terminal } from '../terminal.js'
import { whileServing } from './while-serving.js'

/** Implements `emulator` without a command. */
export async function serve({ given }: CommandInput, terminal: Terminal): Promise<number> {
  const settings = readValues(serveOptions, given, terminal.env)
  const log = logOf(settings, terminal)
  const known = { ...serveOptions, ...execOptions, ...sweepOptions, ...whyOptions }
  for (const line of misspeltVariables(known, terminal.env)) log.problem(line)
  // Do this first, since process 1 ignores signals without a handler.
  const stop = stopRequests(terminal)
  const defects = stopOnDefect(terminal, log, stop.request)
  let leaveInput = () => {}
  try {
    await whileServing(
      settings,
      { terminal, log, onRecord: log.request, onShutdown: stop.request, stopping: stop.signal },
      (started) => {
        log.started(started)
        // Wait until the seed has been loaded, because it may come from standard input.
        if (settings['until-stdin-ends'] === true) {
          leaveInput = terminal.onInputEnd(() => {
            log.notice('Standard input has ended, so the emulator stops (--until-stdin-ends).')
            stop.request()
          })
        }
        return stop.requested
      },
    ).catch((error: unknown) => {
      if (error !== stop.signal.reason) throw error
      log.notice('Stopped before the seeds were loaded.')
    })
    return exitSoon(terminal, defects.status)
  } finally {
    leaveInput()
    stop.release()
    defects.release()
  }
}
