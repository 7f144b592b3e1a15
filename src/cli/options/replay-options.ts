import { choice, flag, text } from '../../server/options/kinds.js'
import { type Options, serveOptions } from './options.js'

/** Options of `emulator replay`. */
export const replayOptions = {
  until: {
    kind: text('POINT'),
    help: 'the point to stop at: r41 (what request r41 found), after:r41, an instant, or start',
  },
  serve: { kind: flag, help: 'then serve the world with its journal, until it is stopped' },
  port: { ...serveOptions.port, help: 'with --serve: the port to listen on; 0 picks a free one' },
  report: {
    env: 'EMULATOR_REPORT',
    kind: choice('pretty', 'json'),
    initially: 'pretty',
    help: 'the format of the result; with json nothing else is printed to standard output',
  },
} as const satisfies Options
