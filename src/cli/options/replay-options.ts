import { choice, flag, text } from '../../server/options/kinds.js'
import { type Options, serveOptions } from './options.js'

/** Options of `emulator replay`. */
export const replayOptions = {
  until: {
    kind: text('POINT'),
    help: 'end there: r41 (what request r41 found), after:r41, an instant, or start',
  },
  serve: { kind: flag, help: 'serve the world as it is then, the journal filled, until it is stopped' },
  port: { ...serveOptions.port, help: 'with --serve, listen here; 0 picks a free port' },
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json'),
    initially: 'pretty',
    help: 'how to print the result; json has the output to itself',
  },
} as const satisfies Options
