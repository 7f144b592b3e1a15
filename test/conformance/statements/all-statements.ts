import { AREAS, type Statement } from '../../../conformance/statements/table.js'

/** The statements of all areas. */
export const STATEMENTS: readonly Statement[] = Object.values(AREAS).flat()
