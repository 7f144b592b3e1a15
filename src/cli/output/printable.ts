import { printable as escaped } from '../../core/printable.js'
import { maskJwt } from '../../journal/mask.js'

/** A text from a request, as one line that a terminal may show and a log may keep. */
export const printable = (text: string): string => escaped(maskJwt(text))
