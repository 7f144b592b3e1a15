/** True if this is the project `deep` of test/machines.config.ts, which runs every night. */
export const isDeep = process.env.TEST_DEEP === '1'

/**
 * Returns how many random inputs or similar cases a test should try.
 *
 * @param usual for npm test, enough to see every behaviour
 * @param deep for the project `deep`
 */
export const extent = (usual: number, deep: number): number => (isDeep ? deep : usual)
