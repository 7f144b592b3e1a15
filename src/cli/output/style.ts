import type { Output } from '../terminal.js'

/** Emphasis by colour, if the output shows it. */
export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  yellow(text: string): string
  green(text: string): string
}

/** Colour only on a terminal, and not where NO_COLOR asks for none (no-color.org). */
export function styleOf(output: Output, env: Readonly<Record<string, string | undefined>>): Style {
  const isColoured = output.isTTY && (env.NO_COLOR ?? '') === ''
  const paint = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { bold: paint(1), dim: paint(2), red: paint(31), yellow: paint(33), green: paint(32) }
}
