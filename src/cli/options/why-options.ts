import { baseUrl, token } from '../../server/options/kinds.js'
import type { Options } from './options.js'

/** Options of `emulator why`. */
export const whyOptions = {
  url: {
    env: 'EMULATOR_URL',
    kind: baseUrl,
    initially: 'http://127.0.0.1:4600',
    help: 'the address of the emulator, or of one of its worlds',
  },
  'admin-token': {
    env: 'EMULATOR_ADMIN_TOKEN',
    kind: token,
    help: 'the admin token, if the emulator needs one',
  },
} as const satisfies Options
