import type { ComponentChildren } from 'preact'
import { pastPath } from '../past-path.js'

/** Controls that change the world: they are not there while a moment of the past is looked at. */
export function Present({ children }: { readonly children: ComponentChildren }) {
  return pastPath.value === undefined ? children : null
}
