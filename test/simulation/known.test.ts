import { test } from 'vitest'
import { simulate } from './simulation.js'
import type { RequestStep, Step } from './steps.js'

/** What the simulation once found, as the steps that showed it. */

const asked: Pick<RequestStep, 'do' | 'world' | 'resource' | 'key'> = {
  do: 'request',
  world: 0,
  resource: 0,
  key: 0,
}
/** The scoped key of the seed. */
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

test('the documents of a project that a key created are visible to it, before an export and after', async () => {
  const seed = { database: { documents: [{ title: 'In it', project: '12' }] } }
  await simulate([
    createProject,
    { do: 'merge', world: 0, seed },
    listIn(0),
    { do: 'reload', world: 0 },
    listIn(1),
  ])
})

test('what a key created is part of its scope after an export, and goes with the scope where that is replaced', async () => {
  const scope = { key: 'db_scoped', projects: [], documents: [], outOfScope: 'empty' } as const
  const merge = (world: number): Step => ({ do: 'merge', world, seed: { database: { keys: [scope] } } })
  const list = (world: number): Step => ({ ...asked, operation: 'projects.list', by, world })
  await simulate([createProject, { do: 'reload', world: 0 }, merge(0), merge(1), list(0), list(1)])
})
