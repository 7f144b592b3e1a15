import type { ServedService } from '../request/call.js'

/** For example `LEASES_BASE_URL` for `leases`. */
export const ownVariables = (
  services: readonly ServedService[],
  baseUrl: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    services
      .filter(({ find }) => find !== undefined)
      .map(({ name }) => [`${name.toUpperCase().replaceAll('-', '_')}_BASE_URL`, baseUrl]),
  )
