/** @param lengthMax in UTF-16 units, without the ellipsis */
export function shorten(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}

/** Cuts out the middle without splitting a character. @param lengthMax in characters */
export function shortenMiddle(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const characters = [...text]
  if (characters.length <= lengthMax) return text
  const end = Math.floor((lengthMax - 1) / 2)
  const beginning = lengthMax - 1 - end
  return `${characters.slice(0, beginning).join('')}…${characters.slice(characters.length - end).join('')}`
}
