import { conductOf } from '../../journal/conduct/conduct.js'
import { type AdminRoute, ok } from '../call.js'

export const conductRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/conduct',
    help: "How the client under test does by the contract's client duties, each kept, broken (with the requests) or not exercised; beside it TTLs below 60, the gaps that answers leaned on, the share of each month's quota that this run used",
    handle: ({ context }) => ok(conductOf(context.world)),
  },
]
