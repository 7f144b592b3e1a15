import { flag, text } from '../../server/options/kinds.js'
import { type Options, serveOptions } from './options.js'

/**
 * Options of `emulator exec`: those of the emulator, which listens on a free port and logs no requests by
 * itself.
 */
export const execOptions = {
  ...serveOptions,
  port: { ...serveOptions.port, initially: '0', help: 'listen here; 0 is a free port' },
  log: { ...serveOptions.log, initially: 'off', help: 'the request log, on the error output' },
  usage: {
    env: 'EMULATOR_USAGE',
    kind: flag,
    help: 'print afterwards what the run used, as the services count it',
  },
  budget: {
    env: 'EMULATOR_BUDGET',
    kind: text('FILE'),
    help: 'fail if the run used more than this YAML file allows, such as kv.get: 12',
  },
  bundles: {
    env: 'EMULATOR_BUNDLES',
    kind: text('DIR'),
    help: 'if the command fails, write the run there, for `emulator replay`',
  },
  update: { env: 'EMULATOR_UPDATE', kind: flag, help: 'write what the run used into the budget' },
} as const satisfies Options
