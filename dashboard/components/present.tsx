import type { ComponentChildren } from 'preact'
import { pastPath } from '../past-path.js'

/** Hides controls that change the world while a past moment is shown. */
export function Present({ children }: { readonly children: ComponentChildren }) {
  return pastPath.value === undefined ? children : null
}
