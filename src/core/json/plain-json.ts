const STRING = String.raw`"[^"\\\x00-\x1f]*"`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?`
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`
const LIST = String.raw`\[(?:${SCALAR}(?:,${SCALAR})*)?\]`
const OBJECT = String.raw`\{(?:${STRING}:${SCALAR}(?:,${STRING}:${SCALAR})*)?\}`

/**
 * A pattern of values as most programs write them: JSON of one level at most, without white space, escapes and exponents.
 * What matches is JSON, so `JSON.parse` need not be asked, and minified; most other values are JSON too.
 */
export const PLAIN_VALUE = `(?:${SCALAR}|${LIST}|${OBJECT})`

/** In longer texts a pattern may run out of stack, and finds out no sooner than `JSON.parse`. */
export const PLAIN_LENGTH_MAX = 4096
