/** Values as JSON text, for statements about both stores. */

/** One for each JSON type that both stores accept. */
export const JSON_TYPES: readonly string[] = [
  '{"on":true,"share":0.25}',
  '["a",1,[],null]',
  '"12"',
  '-12.1',
  'true',
  'false',
  '0',
  '""',
  '{}',
  '[]',
]

/**
 * A value that careless code would change. It has digits beyond 2^53, escapes, scripts, empty parts, nested nulls,
 * one-item lists, capitals in names, members in a particular order, deep nesting, and texts that are long or look like
 * numbers, instants or markup.
 */
export const TRICKY_VALUES =
  '{"digits":[9007199254740993,0.1,-0.000001,1e21,0],' +
  '"text":["","\\u0000\\n\\"\\\\","\\ud83d\\ude00 \u00e9\u6f22"," 7 "],' +
  '"empty":[{},[],null,false],"__proto__":{"a":1},"order":[3,1,2],' +
  '"like":["12","2026-01-02T03:04:05Z","<a>&amp;","\\r\\n"],"One":[1],"None":null,' +
  `"deep":${'['.repeat(20)}${']'.repeat(20)},"long":"${'x'.repeat(300)}"}`
