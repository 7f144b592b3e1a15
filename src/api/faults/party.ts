import { BaggageMember } from '../../web/baggage.js'

const PARTY = new BaggageMember('emulator-party')

const LETTERS = /^[A-Za-z]{1,20}$/

/** The party of which a request is, by its Baggage header: `emulator-party=A`; null if that says none in letters. */
export function partyIn(baggage: string | undefined): string | null {
  const party = baggage === undefined ? undefined : PARTY.in(baggage)[0]
  return party?.match(LETTERS)?.[0] ?? null
}
