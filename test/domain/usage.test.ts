import { describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operations } from '../../src/contract/operations.js'
import { DecisionFacts } from '../../src/domain/decision-facts.js'
import { operationIdsOf } from '../../src/domain/service.js'
import { RunUsage } from '../../src/domain/usage.js'
import { services } from '../../src/services/index.js'

const NAMESPACE = 'ns_shop_1'

function rowOf(id: OperationId): Operation {
  const row = operations.find((operation) => operation.id === id)
  if (row === undefined) throw new Error(id)
  return row
}

function decided(facts: Partial<DecisionFacts>): DecisionFacts {
  return Object.assign(new DecisionFacts(), facts)
}

const operationIds = operationIdsOf(services)

test('usage counts a call that a service counted, under its operation and its namespace', () => {
  const usage = new RunUsage()
  usage.count(rowOf('kv.get'), decided({ countedBy: NAMESPACE, quotaUsed: 7, quotaLimit: 100 }))
  expect(usage.report(operationIds)).toEqual({
    operations: { 'kv.get': 1 },
    namespaces: { [NAMESPACE]: { reads: 1, writes: 0, lists: 0, deletes: 0, share: { reads: 0.01 } } },
  })
  expect(usage.size).toBe(1)
})

test('usage does not count a call that was refused before it counted', () => {
  const usage = new RunUsage()
  usage.count(rowOf('kv.get'), decided({ quotaUsed: 100, quotaLimit: 100 }))
  expect(usage.report(operationIds)).toEqual({ operations: {}, namespaces: {} })
})

test('usage counts a call of the config store or the database under its operation only', () => {
  const usage = new RunUsage()
  usage.count(rowOf('config.get'), decided({ countedBy: 'ec_app_1' }))
  usage.count(rowOf('documents.list'), decided({ countedBy: 'database' }))
  expect(usage.report(operationIds)).toEqual({
    operations: { 'config.get': 1, 'documents.list': 1 },
    namespaces: {},
  })
})

describe('storageBytes', () => {
  const put = (usage: RunUsage, stored: number, storedAfter: number) =>
    usage.count(rowOf('kv.put'), decided({ countedBy: NAMESPACE, stored, storedAfter, storageLimit: 1000 }))

  test('storageBytes is the most that was stored', () => {
    const usage = new RunUsage()
    put(usage, 0, 250)
    put(usage, 250, 100)
    expect(usage.report(operationIds).namespaces[NAMESPACE]).toMatchObject({
      storageBytes: 250,
      share: { storageBytes: 0.25 },
    })
  })

  test('storageBytes is what a seed stored if every put reduced it', () => {
    const usage = new RunUsage()
    put(usage, 500, 400)
    expect(usage.report(operationIds).namespaces[NAMESPACE]?.storageBytes).toBe(500)
  })

  test.each([{ stored: 5 }, { storedAfter: 5 }])(
    'storageBytes is left out if a put did not come so far: %j',
    (facts) => {
      const usage = new RunUsage()
      usage.count(rowOf('kv.put'), decided({ countedBy: NAMESPACE, quotaLimit: 10, ...facts }))
      expect(usage.report(operationIds).namespaces[NAMESPACE]).not.toHaveProperty('storageBytes')
    },
  )

  test('storageBytes is left out if nothing was put', () => {
    const usage = new RunUsage()
    usage.count(rowOf('kv.list'), decided({ countedBy: NAMESPACE, quotaLimit: 10 }))
    expect(usage.report(operationIds).namespaces[NAMESPACE]).not.toHaveProperty('storageBytes')
  })
})

test('shares are of the last known limit', () => {
  const usage = new RunUsage()
  for (const quotaLimit of [10, 4]) {
    usage.count(rowOf('kv.list'), decided({ countedBy: NAMESPACE, quotaLimit }))
  }
  expect(usage.report(operationIds).namespaces[NAMESPACE]?.share).toEqual({ lists: 0.5 })
})

test('shares stay if a request without a known limit counts', () => {
  const usage = new RunUsage()
  const put = { countedBy: NAMESPACE, stored: 50, storedAfter: 50 }
  usage.count(rowOf('kv.put'), decided({ ...put, quotaLimit: 10, storageLimit: 100 }))
  usage.count(rowOf('kv.put'), decided(put))
  expect(usage.report(operationIds).namespaces[NAMESPACE]?.share).toEqual({
    writes: 0.2,
    storageBytes: 0.5,
  })
})

test('shares do not exist for deletes, which have no limit', () => {
  const usage = new RunUsage()
  usage.count(rowOf('kv.delete'), decided({ countedBy: NAMESPACE, quotaLimit: 10 }))
  expect(usage.report(operationIds).namespaces[NAMESPACE]?.share).toEqual({})
})

test('shares of a limit of 0 are 1 once anything is stored', () => {
  const usage = new RunUsage()
  const facts = { countedBy: NAMESPACE, stored: 20, storedAfter: 15, storageLimit: 0 }
  usage.count(rowOf('kv.put'), decided(facts))
  expect(usage.report(operationIds).namespaces[NAMESPACE]?.share).toEqual({ storageBytes: 1 })
})

test('operations are reported in the order of the contract, namespaces in the order of their ids', () => {
  const usage = new RunUsage()
  for (const countedBy of ['ns_b_1', 'ns_c_1', 'ns_a_1']) {
    usage.count(rowOf('kv.delete'), decided({ countedBy }))
    usage.count(rowOf('kv.put'), decided({ countedBy }))
  }
  const { operations: counted, namespaces } = usage.report(operationIds)
  expect(Object.keys(counted)).toEqual(['kv.put', 'kv.delete'])
  expect(Object.keys(namespaces)).toEqual(['ns_a_1', 'ns_b_1', 'ns_c_1'])
})
