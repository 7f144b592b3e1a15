/** The strings, numbers and words of JSON, read character by character: a table says what follows what. */

/** No scalar is being read. */
export const BETWEEN = 0
/** The character was the last of its scalar. */
export const OVER = 1
/** The character cannot stand there; a number may be over ahead of it. */
export const NONE = 2

const [STRING, ESCAPE, HEX_1, HEX_2, HEX_3, HEX_4] = [3, 4, 5, 6, 7, 8] as const
const [MINUS, ZERO, WHOLE, POINT, FRACTION, EXPONENT, SIGN, POWER] = [9, 10, 11, 12, 13, 14, 15, 16] as const
const FIRST_OF_WORDS = 17

/** Any character above counts as this one, which may stand in strings, too. */
const LAST_SIGN = 0x7f
const SIGNS = LAST_SIGN + 1
const STATES_MAX = 32

const DIGITS = '0123456789'
const NEXT = new Uint8Array(STATES_MAX * SIGNS).fill(NONE)

function follow(state: number, signs: string, next: number): void {
  for (const sign of signs) NEXT[state * SIGNS + sign.charCodeAt(0)] = next
}

NEXT.fill(STRING, STRING * SIGNS + 0x20, STRING * SIGNS + SIGNS)
follow(BETWEEN, '"', STRING)
follow(STRING, '"', OVER)
follow(STRING, '\\', ESCAPE)
follow(ESCAPE, '"\\/bfnrt', STRING)
follow(ESCAPE, 'u', HEX_1)
for (const state of [HEX_1, HEX_2, HEX_3, HEX_4])
  follow(state, `${DIGITS}abcdefABCDEF`, state === HEX_4 ? STRING : state + 1)

follow(BETWEEN, '-', MINUS)
for (const state of [BETWEEN, MINUS]) {
  follow(state, DIGITS, WHOLE)
  follow(state, '0', ZERO)
}
for (const state of [ZERO, WHOLE]) follow(state, '.', POINT)
for (const state of [ZERO, WHOLE, FRACTION]) follow(state, 'eE', EXPONENT)
follow(WHOLE, DIGITS, WHOLE)
for (const state of [POINT, FRACTION]) follow(state, DIGITS, FRACTION)
follow(EXPONENT, '+-', SIGN)
for (const state of [EXPONENT, SIGN, POWER]) follow(state, DIGITS, POWER)

let state = FIRST_OF_WORDS
for (const word of ['true', 'false', 'null']) {
  follow(BETWEEN, word.charAt(0), state)
  for (const sign of word.slice(1, -1)) follow(state++, sign, state)
  follow(state++, word.charAt(word.length - 1), OVER)
}

/** What a character makes of a state: another one, OVER or NONE. */
export const stateBehind = (state: number, code: number): number =>
  NEXT[state * SIGNS + Math.min(code, LAST_SIGN)] as number

/** Whether a scalar may end in this state ahead of any character: a number that is whole. */
export const mayEnd = (state: number): boolean =>
  state === ZERO || state === WHOLE || state === FRACTION || state === POWER

/** How many characters of an escape of a string were read that are not all of it. */
export const charactersOfEscape = (state: number): number =>
  state >= ESCAPE && state <= HEX_4 ? state - STRING : 0
