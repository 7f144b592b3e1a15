/** The beginning of a text, with an ellipsis where there is more of it. @param lengthMax in UTF-16 units, without the ellipsis */
export function shorten(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
