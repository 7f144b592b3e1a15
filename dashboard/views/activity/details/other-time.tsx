import type { RequestDetails } from '../../../../src/admin/request-json.js'

/** Says of a request that its client lives at another time than the world. */
export function OtherTime({ request: { otherTime } }: { readonly request: RequestDetails }) {
  if (otherTime === undefined) return null
  return <p class="hint text">From another time: {otherTime}.</p>
}
