/** A table of Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(shown).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

const shown = (cell: string | number): string =>
  typeof cell === 'number' ? cell.toLocaleString('en-US') : cell.replaceAll('|', '\\|')

/** A share in per cent, to one place. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${(Math.floor((1000 * part) / whole) / 10).toFixed(1)} %`
