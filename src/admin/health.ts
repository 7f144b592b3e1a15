import { type AdminRoute, ok } from './route.js'

export const healthRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/health',
    help: 'Whether the emulator answers, and its version',
    isOpen: true,
    handle: ({ context }) => ok({ status: 'ok', version: context.version }),
  },
]
