import { expect, test } from 'vitest'
import { parsed } from '../seeds.js'

test.each(['{"namespaces": [{"id": "ns_a_1"}]}', 'namespaces: [{ id: ns_a_1 }]'])(
  'places are nothing that data shows, or a copy of it has: %s',
  (text) => {
    const [namespace = {}] = parsed(text).namespaces ?? []
    expect(namespace).toStrictEqual({ id: 'ns_a_1' })
    expect(Reflect.ownKeys({ ...namespace })).toEqual(['id'])
    expect(structuredClone(namespace)).toStrictEqual({ id: 'ns_a_1' })
  },
)
