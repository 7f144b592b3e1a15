/** A stretch of virtual time, cut into buckets of equal length. Times in ms. */
export interface Axis {
  readonly from: number
  /** Inclusive. */
  readonly to: number
  readonly buckets: number
  /** How many keys are named of those that expire on each side of the present. */
  readonly names: number
}

/** The length of a bucket in ms. */
export const bucketMs = ({ from, to, buckets }: Axis): number =>
  Math.max(1, Math.ceil((to - from + 1) / buckets))

/** Where the bucket of an instant begins. */
export const bucketOf = (at: number, axis: Axis): number =>
  axis.from + Math.floor((at - axis.from) / bucketMs(axis)) * bucketMs(axis)
