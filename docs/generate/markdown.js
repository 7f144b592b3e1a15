/** Text that goes into a cell of a table: one line, with nothing that would end the cell or begin an element. */
export const cell = (text) =>
  prose(text)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')

/** Prose as Markdown: what looks like an element, a template or the code of a value stays as it is written. */
export function prose(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join('')
}

const plain = (text) => text.replaceAll('<', '&lt;').replaceAll('*', '*')

/** A fenced block of code. */
export const code = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`

/** A table; empty where it has no rows. */
export function table(heads, rows) {
  if (rows.length === 0) return ''
  const line = (cells) => `| ${cells.join(' | ')} |\n`
  return line(heads) + line(heads.map(() => '---')) + rows.map(line).join('')
}
