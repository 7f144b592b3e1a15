/** An IPv6 address as URLs write it; any other host as it is. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
