/** Whether this is npm run test:deep, which bash .ci/run has. */
export const isDeep = process.env.TEST_DEEP === '1'

/**
 * How much of a thing a test tries: of what chance draws, or of many cases that are alike.
 *
 * @param usual in npm test: enough for each behaviour to be seen
 * @param deep in npm run test:deep
 */
export const extent = (usual: number, deep: number): number => (isDeep ? deep : usual)
