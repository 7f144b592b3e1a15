import type { StopSignal, Terminal } from './terminal.js'

/** What a shell reports of a process that a signal ended. */
const STATUS: Readonly<Record<StopSignal, number>> = { SIGINT: 130, SIGTERM: 143 }

/** Waits for the first request to stop; whoever asks a second time gets it at once. */
export function stopRequests(terminal: Terminal): { requested: Promise<void>; release: () => void } {
  let release = () => {}
  const requested = new Promise<void>((resolve) => {
    let wasAsked = false
    release = terminal.onStop((signal) => {
      if (wasAsked) terminal.exit(STATUS[signal])
      wasAsked = true
      resolve()
    })
  })
  return { requested, release }
}
