import { describe } from 'vitest'
import { type Row, testProblems } from '../seeds.js'

const configEntry = (fields: string) => `stores: [{ id: ec_a, entries: [{ ${fields} }] }]`
const database = (fields: string) => `database: { ${fields} }`
const fault = (fields: string) => `faults: [${fields}]`

const rows: readonly Row[] = [
  [
    'a namespace given twice',
    'namespaces: [{ id: ns_a }, { id: §ns_a }]',
    'this id appears twice in one list',
    'the first is at a.yaml:1:20',
  ],
  [
    'an entry given twice',
    configEntry('key: a, value: 1 }, { key: §a, value: 2'),
    'this key appears twice in one list',
    'the first is at a.yaml:1:39',
  ],
  [
    'a record given twice',
    database('documents: [{ id: 7, title: a }, { id: §"7", title: b }]'),
    'this id appears twice in one list',
    'the first is at a.yaml:1:31',
  ],
  [
    'a fault given twice',
    fault('{ id: f, status: 500 }, { id: §f, status: 501 }'),
    'this id appears twice in one list',
    'the first is at a.yaml:1:16',
  ],
  [
    'a database key given twice',
    database('keys: [{ key: k }, { key: §k }]'),
    'this key appears twice in one list',
    'the first is at a.yaml:1:27',
  ],
  [
    'an API key in two places',
    'namespaces: [{ id: ns_a, keys: [{ key: k, scope: read }] }]\nstores: [{ id: ec_a, keys: [{ key: §k, scope: read }] }]',
    'the key "k" already belongs to ns_a',
    'a key opens a single namespace or store; the other one is at a.yaml:1:40',
  ],
]

describe('given twice', () => {
  testProblems(rows)
})
