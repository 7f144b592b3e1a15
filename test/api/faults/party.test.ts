import { expect, test } from 'vitest'
import { partyIn } from '../../../src/api/faults/party.js'

test.each<[string | undefined, string | null]>([
  [undefined, null],
  ['', null],
  ['a=1', null],
  ['emulator-party=A', 'A'],
  ['a=1, emulator-party = bob ;p=1', 'bob'],
  ['emulator-party=abcdefghijklmnopqrst', 'abcdefghijklmnopqrst'],
  ['emulator-party=abcdefghijklmnopqrstu', null],
  ['emulator-party=1A', null],
  ['emulator-party=A1', null],
  ['emulator-party=%41', 'A'],
])('the party of a request with the Baggage %s is %s', (baggage, party) => {
  expect(partyIn(baggage)).toBe(party)
})
