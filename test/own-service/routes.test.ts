import { expect, test } from 'vitest'
import { checkServices } from '../../src/own-service/check.js'
import { OwnRoutes, paramsIn, parseRoute } from '../../src/own-service/routes.js'

const routes = (...texts: string[]) =>
  new OwnRoutes(
    texts.flatMap((text) => {
      const route = parseRoute(text)
      return typeof route === 'string' ? [] : [{ ...route, operation: text }]
    }),
  )
const first = (all: OwnRoutes, path: string) => {
  const [found] = all.fitting(path)
  return found && [found.operation, { ...paramsIn(found, path) }]
}

test('parameters are decoded, and a path that does not fit finds nothing', () => {
  const all = routes('GET /leases/:id/items/:item')
  expect(first(all, '/leases/a%2Fb/items/%C3%A9')).toEqual([
    'GET /leases/:id/items/:item',
    { id: 'a/b', item: 'é' },
  ])
  for (const path of [
    '/leases/a/items',
    '/leases/a/items/b/',
    '/leases//items/b',
    '/leases/%E9/items/b',
    '/Leases/a/items/b',
  ])
    expect(first(all, path)).toBeUndefined()
})

test('fixed segments win over parameters, whatever the order', () => {
  const all = routes('GET /leases/:id', 'GET /leases/stats', 'GET /leases/:id/:part', 'GET /leases/a/:part')
  expect(first(all, '/leases/stats')).toEqual(['GET /leases/stats', {}])
  expect(first(all, '/leases/other')).toEqual(['GET /leases/:id', { id: 'other' }])
  expect(first(all, '/leases/a/b')).toEqual(['GET /leases/a/:part', { part: 'b' }])
})

test('fixed segments win among routes of many lengths, whatever the order', () => {
  const texts = [
    'GET /a/:p/:q',
    'GET /a',
    'GET /a/b/:q',
    'GET /a/:p',
    'GET /a/b/c',
    'GET /a/b',
    'GET /a/:p/c',
  ]
  for (let turn = 0; turn < texts.length; turn++) {
    const all = routes(...texts.slice(turn), ...texts.slice(0, turn))
    const found = ['/a', '/a/b', '/a/x', '/a/b/c', '/a/b/x', '/a/x/c', '/a/x/y'].map(
      (path) => first(all, path)?.[0],
    )
    expect(found.join()).toBe('GET /a,GET /a/b,GET /a/:p,GET /a/b/c,GET /a/b/:q,GET /a/:p/c,GET /a/:p/:q')
  }
})

test('the routes below a path are those that begin with its fixed segments', () => {
  const all = routes('GET /api/leases/:id', 'POST /other')
  expect(all.below('/api/leases/a/b/c').map(({ path }) => path)).toEqual(['/api/leases/:id'])
  expect(all.below('/api/x')).toEqual([])
})

const run = () => ({})
const leases = { name: 'leases', state: () => ({}), operations: { get: { route: 'GET /leases/:id', run } } }
const taken = { names: ['kv'], prefixes: ['/v1/kv', '/documents'] }
const withRoute = (route: unknown) => ({ ...leases, operations: { get: { route, run } } })

test.each<[string, readonly unknown[], string]>([
  ['nothing', [undefined], 'a service: expected what defineService takes'],
  ['no name', [{ ...leases, name: undefined }], 'a service: name: '],
  ['a name with a space', [{ ...leases, name: 'a b' }], 'service a b: name: expected lower-case letters'],
  ['a name of the three', [{ ...leases, name: 'kv' }], 'service kv: this name is taken'],
  ['the name of a variable', [{ ...leases, name: 'db' }], 'service db: this name is taken'],
  ['the same name twice', [leases, leases], 'service leases: this name is taken'],
  [
    'a member that there is not',
    [{ ...leases, onDueTo: 1 }],
    'service leases: onDueTo: there is no such member',
  ],
  [
    'a member that is misspelt, so another one is missing',
    [{ ...leases, operations: undefined, operation: leases.operations }],
    'service leases: operation: there is no such member, did you mean operations?',
  ],
  [
    'a parameter as other frameworks write it',
    [withRoute('GET /leases/{id}')],
    'leases: operations.get.route: expected a parameter as :id',
  ],
  ['a state that is no function', [{ ...leases, state: {} }], 'service leases: state: expected a function'],
  [
    'a state that is not JSON',
    [{ ...leases, state: () => ({ a: new Date(0) }) }],
    'state(): state.a is a Date',
  ],
  ['a state that throws', [{ ...leases, state: () => Promise.reject }], 'state(): state is'],
  [
    'a route without a path',
    [withRoute('GET')],
    'leases: operations.get.route: expected a method and a path',
  ],
  [
    'no route',
    [withRoute(undefined)],
    'leases: operations.get.route: expected a method and a path such as "GET /leases/:id", found undefined',
  ],
  [
    'an operation without a route',
    [{ ...leases, operations: { get: { run } } }],
    'leases: operations.get.route: expected a value, found undefined',
  ],
  ['an invalid route', [withRoute('/a')], 'such as "GET /leases/:id", found "/a"'],
  ['a colon without a name', [withRoute('GET /a/:')], 'expected a name after each colon, found "GET /a/:"'],
  ['an unknown method', [withRoute('FETCH /a')], 'operations.get.route: expected one of GET, PUT'],
  ['a path of the emulator', [withRoute('GET /_admin/x')], 'paths that begin with /_ belong to the emulator'],
  [
    'a path of the contract',
    [withRoute('GET /v1/kv/mine')],
    'paths under /v1/kv, which belong to the emulator: use another path',
  ],
  [
    'a parameter in place of a path of the contract',
    [withRoute('GET /:any')],
    'matches paths under /documents',
  ],
  ['two parameters of a name', [withRoute('GET /a/:x/:x')], 'two parameters are called x'],
  [
    'the same route twice',
    [leases, { ...withRoute('GET /leases/:other'), name: 'other' }],
    'the same requests as leases.get',
  ],
])('a service with %s is refused with its place', (_, definitions, message) => {
  expect(() => checkServices(definitions, taken)).toThrow(message)
})

test('`this` in an operation is the operation, and a sound service is taken as it is', () => {
  const operations = {
    get: {
      route: 'GET /leases/:id',
      run() {
        return { json: this.route }
      },
    },
  }
  const [service] = checkServices([{ ...leases, operations }], taken)
  expect(service?.operations).toMatchObject([
    { id: 'leases.get', route: { method: 'GET', path: '/leases/:id' } },
  ])
  expect(service?.operations[0]?.run(Object.create(null))).toEqual({ json: 'GET /leases/:id' })
})
