/** The page's address identifies the world, e.g. `/_dashboard/` or `/_worlds/w1/_dashboard/`. */

const [, prefix = '', worldId] = /^(.*?(?:\/_worlds\/([^/]+))?)\/_dashboard\//.exec(location.pathname) ?? []

/** Undefined for the default world. */
export const world: string | undefined = worldId === undefined ? undefined : decodeURIComponent(worldId)

/** The state that a reset returns to. A forked world returns to the state it was created with. */
export const beginning = world === undefined ? 'the seed' : "the world's beginning"

export const adminPath = `${prefix}/_admin`

/** @param id the world's id, or undefined for the default world */
export const dashboardPath = (id: string | undefined): string => `${pathOf(id)}/_dashboard/`

export const adminPathOf = (id: string): string => `${pathOf(id)}/_admin`

function pathOf(id: string | undefined): string {
  const root = prefix.replace(/\/_worlds\/[^/]+$/, '')
  return id === undefined ? root : `${root}/_worlds/${encodeURIComponent(id)}`
}

/** Prefix of this world's paths, e.g. `/_worlds/w1`. */
export const worldPath: string = worldId === undefined ? '' : `/_worlds/${worldId}`

/** Base URL of the services, used in commands that the user can paste. */
export const baseUrl = `${location.origin}${prefix}`
