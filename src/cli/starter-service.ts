export interface StarterService {
  readonly definition: string
  readonly test: string
}

/**
 * Generates a service whose records expire a minute after they're created, and a test for it.
 *
 * @param name the service's name, e.g. "leases"
 */
export function starterService(name: string): StarterService {
  const record = name.replace(/(?<=.)s$/, '')
  return {
    definition: `import { defineService } from 'tristore-emulator'

type State = Record<string, number> // id: until

export default defineService({
  name: '${name}',
  state: (): State => ({}),
  operations: {
    create: {
      route: 'POST /${name}',
      run({ state, id, now }) {
        const created = id('${record}')
        state[created] = now + 60_000
        return { status: 201, json: { id: created } }
      },
    },
    get: {
      route: 'GET /${name}/:id',
      run({ state, params }) {
        const until = state[params.id]
        return until === undefined
          ? { status: 404, json: { error: 'ended' }, reason: 'the ${record} has ended' }
          : { json: { until } }
      },
    },
  },
  due: (state) => Object.entries(state).map(([name, at]) => ({ name, at })),
  onDue: ({ state, name }) => void delete state[name],
})
`,
    test: `import { startEmulator } from 'tristore-emulator'
import { expect, test } from 'vitest'
import service from './${name}.js'

test('a ${record} ends after a minute', async () => {
  const emulator = await startEmulator({ services: [service] })
  try {
    const created = await fetch(\`\${emulator.baseUrl}/${name}\`, { method: 'POST' })
    const { id } = (await created.json()) as { id: string }
    const get = () => fetch(\`\${emulator.baseUrl}/${name}/\${id}\`)
    expect((await get()).status).toBe(200)
    await emulator.clock.advance('1m')
    expect((await get()).status).toBe(404)
  } finally {
    await emulator.close()
  }
})
`,
  }
}
