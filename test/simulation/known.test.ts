import { test } from 'vitest'
import { simulate } from './simulation.js'
import type { RequestStep, Step } from './steps.js'

/** Failures that the simulation has found in the past, with the steps that caused them. */

const asked: Pick<RequestStep, 'do' | 'world' | 'resource' | 'key'> = {
  do: 'request',
  world: 0,
  resource: 0,
  key: 0,
}
/** The scoped key in the seed. */
const by = { databaseKey: 1 }

const createProject: Step = {
  ...asked,
  operation: 'projects.create',
  by,
  body: { members: { name: '"Made"' }, form: 'plain' },
}
const listIn = (world: number): Step => ({ ...asked, operation: 'documents.list', by, world })

test('a record that a key created stays visible to it when a seed replaces it', async () => {
  const seed = { database: { projects: [{ id: '12', name: 'Replaced' }] } }
  const listProjects: Step = { ...asked, operation: 'projects.list', by }
  await simulate([createProject, { do: 'merge', world: 0, seed }, listProjects])
})

test('a key can see the documents of a project that it created, before and after an export', async () => {
  const seed = { database: { documents: [{ title: 'In it', project: '12' }] } }
  await simulate([
    createProject,
    { do: 'merge', world: 0, seed },
    listIn(0),
    { do: 'reload', world: 0 },
    listIn(1),
  ])
})

test('records that a key created stay visible to it when its scope is replaced, even after an export', async () => {
  const scope = { key: 'db_scoped', projects: [], documents: [], outOfScope: 'empty' } as const
  const merge = (world: number): Step => ({ do: 'merge', world, seed: { database: { keys: [scope] } } })
  const list = (world: number): Step => ({ ...asked, operation: 'projects.list', by, world })
  await simulate([createProject, { do: 'reload', world: 0 }, merge(0), merge(1), list(0), list(1)])
})
