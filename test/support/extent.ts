/** True in the project `deep` of test/machines.config.ts, which runs every night. */
export const isDeep = process.env.TEST_DEEP === '1'

/**
 * Returns how many random inputs or similar cases a test tries.
 *
 * @param usual in npm test: enough to see each behaviour
 * @param deep in the project `deep`
 */
export const extent = (usual: number, deep: number): number => (isDeep ? deep : usual)
