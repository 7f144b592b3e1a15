/** This page's address names the world: `/_dashboard/` or `/_worlds/w1/_dashboard/`. */

const [, prefix = '', worldId] = /^(.*?(?:\/_worlds\/([^/]+))?)\/_dashboard\//.exec(location.pathname) ?? []

/** Undefined for the default world. */
export const world: string | undefined = worldId === undefined ? undefined : decodeURIComponent(worldId)

/** Where a reset leads; a fork starts from the state that it was made with. */
export const beginning = world === undefined ? 'the seed' : "the world's beginning"

export const adminPath = `${prefix}/_admin`

/** @param id undefined for the default world */
export const dashboardPath = (id: string | undefined): string => `${pathOf(id)}/_dashboard/`

export const adminPathOf = (id: string): string => `${pathOf(id)}/_admin`

function pathOf(id: string | undefined): string {
  const root = prefix.replace(/\/_worlds\/[^/]+$/, '')
  return id === undefined ? root : `${root}/_worlds/${encodeURIComponent(id)}`
}

/** Prefix of this world's paths: `/_worlds/w1`. */
export const worldPath: string = worldId === undefined ? '' : `/_worlds/${worldId}`

/** Base address of the services, for commands to paste. */
export const baseUrl = `${location.origin}${prefix}`
