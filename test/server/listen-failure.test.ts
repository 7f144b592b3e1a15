import { expect, test } from 'vitest'
import { listenFailure } from '../../src/server/listen-failure.js'

const settings = { port: 80, dbPort: 81, host: '127.0.0.1' }

const typed = (option: string, value?: string | number) =>
  `--${option.replace('dbP', 'db-p')}${value === undefined ? '' : ` ${value}`}`

const error = (code: string, port: number) =>
  Object.assign(new Error(code), { code, port, syscall: 'listen' })

test.each([
  [
    'EACCES',
    80,
    'this user is not allowed to listen on port 80 on 127.0.0.1: use one above 1023; --port 0 picks a free one',
  ],
  [
    'EACCES',
    81,
    'this user is not allowed to listen on port 81 on 127.0.0.1: use one above 1023; --db-port 0 picks a free one',
  ],
  ['EADDRINUSE', 65_535, 'port 65535 on 127.0.0.1 is taken: --port 0 picks a free one'],
  ['EMFILE', 80, 'cannot listen on port 80 on 127.0.0.1: too many files are open (raise `ulimit -n`)'],
  ['EAFNOSUPPORT', 80, 'cannot listen on port 80 on 127.0.0.1 (EAFNOSUPPORT): try another --host or --port'],
])('a failure to listen is explained: %s on port %d', (code, port, message) => {
  expect(listenFailure(error(code, port), settings, typed)?.message).toBe(message)
})

test('an unknown host name is explained', () => {
  const unknown = Object.assign(new Error('x'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
  expect(listenFailure(unknown, { ...settings, host: 'nowhere' }, typed)?.message).toBe(
    'cannot resolve --host nowhere: 127.0.0.1 is for this machine only, 0.0.0.0 for all of its addresses',
  )
})

test.each([new Error('defect'), Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }), 'x'])(
  'the error %s is not a failure to listen',
  (other) => {
    expect(listenFailure(other, settings, typed)).toBeUndefined()
  },
)
