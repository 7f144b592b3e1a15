/** Relative to a world's address. */
export const ADMIN_PATH = '/_admin'

/** Relative to a world's address. */
export const DASHBOARD_PATH = '/_dashboard'

/** The prefix of a world's paths, which is empty for the default world. */
export const worldPath = (id: string | undefined): string => (id === undefined ? '' : `/_worlds/${id}`)
