import { ApiError } from '../../../api.js'
import type { ToSend } from './to-send.js'

/** Headers as they are typed: "Name: value", a line each. */
export const headersText = (headers: ToSend['headers']): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n')

/**
 * Headers that were typed.
 *
 * @throws ApiError for a line without a colon
 */
export function headersOf(text: string): ToSend['headers'] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, value] = /^\s*([^:\s]+)\s*:(.*)$/.exec(line) ?? []
      if (name !== undefined && value !== undefined) return [name, value.trim()] as const
      throw new ApiError({
        status: 0,
        message: `“${line.trim()}” is not a header.`,
        hint: 'Write Name: value.',
      })
    })
}
