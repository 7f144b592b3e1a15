/** The beginning of a text, with an ellipsis if there is more of it. @param lengthMax in UTF-16 units, without the ellipsis */
export function shorten(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}

/** A text without its middle if it is longer; whole characters, its beginning and its end. @param lengthMax in characters */
export function shortenMiddle(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const characters = [...text]
  if (characters.length <= lengthMax) return text
  const end = Math.floor((lengthMax - 1) / 2)
  const beginning = lengthMax - 1 - end
  return `${characters.slice(0, beginning).join('')}…${characters.slice(characters.length - end).join('')}`
}
