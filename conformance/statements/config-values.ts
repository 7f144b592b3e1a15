import { expectStatus, expectSuccess, expectValue, read } from '../check.js'
import { RawBody } from '../http-client.js'
import { JSON_TYPES, TRICKY_VALUES } from './samples.js'
import { type Shared, type Statement, type StatementDrafts, statements } from './statement.js'

const SHARED: Shared = {
  service: 'config',
  section: 'Resources B',
  needs: ['store.writer', 'store.reader'],
}

/** Creates a statement saying that these bodies are rejected with 400 and don't change the entry. */
function rejected(id: string, text: string, bodies: readonly string[]): StatementDrafts {
  return {
    [id]: {
      section: 'Errors AB',
      text,
      async check({ store }, key) {
        expectSuccess(await store.put(key, { value: 'kept' }))
        for (const body of bodies) expectStatus(await store.put(key, new RawBody(body)), 400)
        expectValue(await store.get(key), '"kept"')
      },
    },
  }
}

export const configValueStatements: readonly Statement[] = statements(SHARED, {
  'config.value.types': {
    text: 'A value may be an object, array, string, number or boolean, and is returned unchanged.',
    async check({ store }, key) {
      for (const value of JSON_TYPES) {
        expectSuccess(await store.put(key, new RawBody(`{"value":${value}}`)))
        expectValue(await store.get(key), value)
      }
    },
  },
  'config.value.as-given': {
    text: 'Reads and lists return a value as it was put, with every digit, character and member.',
    async check({ store }, key) {
      expectSuccess(await store.put(key, new RawBody(`{"value":${TRICKY_VALUES}}`)))
      expectValue(await store.get(key), TRICKY_VALUES)
      const list = expectSuccess(await store.list())
      read(list).member('configs').theEntry(key).member('value').equalsJson(TRICKY_VALUES)
    },
  },
  ...rejected('config.value.missing', 'A put without value in its body is rejected with 400.', [
    '{}',
    '{"Value":1,"values":[]}',
  ]),
  ...rejected(
    'config.value.invalid',
    "A put whose value is null, which isn't one of the five types, is rejected with 400.",
    ['{"value":null}'],
  ),
  ...rejected('config.value.no-json', "A put whose body isn't a JSON object is rejected with 400.", [
    '{"value":',
    '"value"',
    '["value"]',
    'null',
  ]),
})
