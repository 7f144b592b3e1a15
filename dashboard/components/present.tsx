import type { ComponentChildren } from 'preact'
import { pastPath } from '../past-path.js'

/** Hides controls that change the world while a moment of the past is shown. */
export function Present({ children }: { readonly children: ComponentChildren }) {
  return pastPath.value === undefined ? children : null
}
