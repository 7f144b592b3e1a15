/** The address of this page, which names the world that it shows: `/_dashboard/` or `/_worlds/w1/_dashboard/`. */

const [, prefix = '', worldId] = /^(.*?(?:\/_worlds\/([^/]+))?)\/_dashboard\//.exec(location.pathname) ?? []

/** The world that the page shows; undefined for the default one. */
export const world: string | undefined = worldId === undefined ? undefined : decodeURIComponent(worldId)

/** What a reset goes back to: a fork goes back to what it was when it was made. */
export const beginning = world === undefined ? 'the seed' : "the world's beginning"

/** The admin interface of that world. */
export const adminPath = `${prefix}/_admin`

/** The dashboard of a world, at the view that is open; undefined for the default world. */
export const dashboardPath = (id: string | undefined): string => `${pathOf(id)}/_dashboard/`

/** The admin interface of a world. */
export const adminPathOf = (id: string): string => `${pathOf(id)}/_admin`

function pathOf(id: string | undefined): string {
  const root = prefix.replace(/\/_worlds\/[^/]+$/, '')
  return id === undefined ? root : `${root}/_worlds/${encodeURIComponent(id)}`
}

/** The prefix of that world's paths, at any address: `/_worlds/w1`. */
export const worldPath: string = worldId === undefined ? '' : `/_worlds/${worldId}`

/** The address of the services in that world, for commands to paste. */
export const baseUrl = `${location.origin}${prefix}`
