/** Cuts a text to a maximum length and adds an ellipsis. @param lengthMax in UTF-16 units, without the ellipsis */
export function shorten(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}

/** Cuts a text in the middle, without splitting any characters. @param lengthMax in characters */
export function shortenMiddle(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const characters = [...text]
  if (characters.length <= lengthMax) return text
  const end = Math.floor((lengthMax - 1) / 2)
  const beginning = lengthMax - 1 - end
  return `${characters.slice(0, beginning).join('')}…${characters.slice(characters.length - end).join('')}`
}
