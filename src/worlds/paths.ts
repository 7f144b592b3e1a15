/** Where the admin interface of a world is, below the address of that world. */
export const ADMIN_PATH = '/_admin'

/** Where the dashboard of a world is, below the address of that world. */
export const DASHBOARD_PATH = '/_dashboard'

/** Comes before the paths of a world; empty for the default world. */
export const worldPath = (id: string | undefined): string => (id === undefined ? '' : `/_worlds/${id}`)
