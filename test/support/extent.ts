/** Whether this is the project `deep` of test/machines.config.ts, which a workflow runs each night. */
export const isDeep = process.env.TEST_DEEP === '1'

/**
 * Returns how much a test tries: the number of random inputs, or of similar cases.
 *
 * @param usual the number in npm test: enough to see each behaviour
 * @param deep the number there
 */
export const extent = (usual: number, deep: number): number => (isDeep ? deep : usual)
