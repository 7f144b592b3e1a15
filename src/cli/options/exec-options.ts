import { flag, text } from '../../server/options/kinds.js'
import { type Options, serveOptions } from './options.js'

/**
 * Options of `emulator exec`: those of the emulator, which listens on a free port and logs no requests by
 * itself.
 */
export const execOptions = {
  ...serveOptions,
  port: { ...serveOptions.port, initially: '0', help: 'the port to listen on; 0 picks a free one' },
  log: { ...serveOptions.log, initially: 'off', help: 'the request log, on standard error' },
  usage: {
    env: 'EMULATOR_USAGE',
    kind: flag,
    help: 'print what the run used, as the services count it',
  },
  budget: {
    env: 'EMULATOR_BUDGET',
    kind: text('FILE'),
    help: 'fail if the run used more than this YAML file allows, such as kv.get: 12',
  },
  bundles: {
    env: 'EMULATOR_BUNDLES',
    kind: text('DIR'),
    help: 'write the run to this folder if the command fails, for `emulator replay`',
  },
  update: { env: 'EMULATOR_UPDATE', kind: flag, help: 'write what the run used into the budget' },
} as const satisfies Options
