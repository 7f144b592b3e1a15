const MEMBER = 'emulator-world'

/** A W3C Baggage header that selects a world. */
export const baggageOf = (id: string): string => `${MEMBER}=${id}`

/** Members of other names are left to whoever sent them. It takes time linear in the length of the header. */
const WORLD = /(?:^|,)[ \t]*emulator-world[ \t]*=([^,;]*)/g

/** The ids of the worlds that a Baggage header names; one that is not well formed is taken as it is written. */
export function worldsInBaggage(header: string): readonly string[] {
  if (!header.includes(MEMBER)) return []
  return Array.from(header.matchAll(WORLD), ([, value = '']) => decoded(value.trim()))
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
