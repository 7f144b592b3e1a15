/** The path says which world this is, e.g. `/_dashboard/` or `/_worlds/w1/_dashboard/`. */

const [, prefix = '', worldId] = /^(.*?(?:\/_worlds\/([^/]+))?)\/_dashboard\//.exec(location.pathname) ?? []

/** Undefined for the default world. */
export const world: string | undefined = worldId === undefined ? undefined : decodeURIComponent(worldId)

/** Where a reset goes back to. A forked world goes back to the state it was created with. */
export const beginning = world === undefined ? 'the seed' : "the world's beginning"

export const adminPath = `${prefix}/_admin`

export const dashboardPath = (id: string | undefined): string => `${pathOf(id)}/_dashboard/`

export const adminPathOf = (id: string): string => `${pathOf(id)}/_admin`

function pathOf(id: string | undefined): string {
  const root = prefix.replace(/\/_worlds\/[^/]+$/, '')
  return id === undefined ? root : `${root}/_worlds/${encodeURIComponent(id)}`
}

/** E.g. `/_worlds/w1`, or '' for the default world. */
export const worldPath: string = worldId === undefined ? '' : `/_worlds/${worldId}`

/** The services' base URL, for commands that the user copies. */
export const baseUrl = `${location.origin}${prefix}`
