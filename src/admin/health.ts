import { type AdminRoute, ok } from './call.js'

export const healthRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/health',
    help: 'Whether the emulator answers, its version, and the number of its grease where that is on',
    isOpen: true,
    handle({ context: { version, grease } }) {
      return ok({ status: 'ok', version, ...(grease === undefined ? {} : { grease }) })
    },
  },
]
