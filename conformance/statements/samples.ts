/** JSON texts that the value statements of the two stores both put. */

/** One text of each JSON type that the two stores share. */
export const JSON_TYPES: readonly string[] = [
  '{"on":true,"share":0.25}',
  '["a",1,[],null]',
  '"text"',
  '-12.5',
  'true',
  'false',
]

/** A value that a careless copy changes: digits beyond 2^53, escapes, scripts, empty parts, order, nested nulls. */
export const TRICKY_VALUES =
  '{"digits":[9007199254740993,0.1,-0.000001,1e21,0],' +
  '"text":["","\\u0000\\n\\"\\\\","\\ud83d\\ude00 \u00e9\u6f22"," 7 "],' +
  '"empty":[{},[],null,false],"__proto__":{"a":1},"order":[3,1,2]}'
