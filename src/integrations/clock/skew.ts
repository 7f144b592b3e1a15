/**
 * The real time here less that of an answer, in ms: 0 if it may be the same, as on one machine.
 *
 * @param theirs the real time in the answer
 * @param sentAt when the request was sent
 * @param arrivedAt when the answer was there
 */
export function skewOf(theirs: number, sentAt: number, arrivedAt: number): number {
  return theirs >= sentAt && theirs <= arrivedAt ? 0 : (sentAt + arrivedAt) / 2 - theirs
}
