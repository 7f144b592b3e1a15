import { afterEach, expect, test, vi } from 'vitest'
import { noProxyToLoopback } from '../../src/client/loopback-proxy.js'
import { connectEmulator } from '../../src/index.js'

const LOOPBACK = 'localhost,127.0.0.1,::1,[::1]'
const both = (list: string) => ({ no_proxy: list, NO_PROXY: list })

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['no proxy', {}, {}],
  ['an empty one', { http_proxy: '' }, {}],
  ['exceptions alone', { NO_PROXY: 'a.test', no_proxy: 'b.test' }, {}],
  ['http_proxy', { http_proxy: 'http://p:1' }, both(LOOPBACK)],
  ['HTTPS_PROXY', { HTTPS_PROXY: 'http://p:1' }, both(LOOPBACK)],
  ['All_Proxy', { All_Proxy: 'http://p:1' }, both(LOOPBACK)],
  [
    'entries of one spelling',
    { http_proxy: 'p', NO_PROXY: 'a.test, ::1' },
    both('a.test,::1,localhost,127.0.0.1,[::1]'),
  ],
  [
    'entries of each spelling',
    { http_proxy: 'p', NO_PROXY: 'A.test', no_proxy: 'b.test,localhost' },
    { NO_PROXY: `A.test,${LOOPBACK}`, no_proxy: 'b.test,localhost,127.0.0.1,::1,[::1]' },
  ],
  ['an asterisk', { http_proxy: 'p', no_proxy: '*' }, both('*')],
])('NO_PROXY has exceptions for %s', (_, env, exceptions) => {
  expect(noProxyToLoopback(env)).toEqual(exceptions)
})

test.each([
  ['127.0.0.2', `${LOOPBACK},127.0.0.2`],
  ['localhost', LOOPBACK],
  ['[fd00::2]', `${LOOPBACK},fd00::2,[fd00::2]`],
])('the exceptions for an emulator at %s', (hostname, exceptions) => {
  expect(noProxyToLoopback({ http_proxy: 'p' }, hostname)).toEqual(both(exceptions))
})

test.each([
  ['http://localhost:4600', LOOPBACK],
  ['http://127.0.0.2:4600', `${LOOPBACK},127.0.0.2`],
  ['http://127.0.0.2.test:4600', 'a.test'],
  ['http://[::1]:4600/_worlds/w1', LOOPBACK],
  ['http://emulator.test:4600', 'a.test'],
])('a client of %s has the exceptions %s', (url, exceptions) => {
  vi.stubEnv('http_proxy', 'http://127.0.0.1:9')
  vi.stubEnv('no_proxy', url.includes('.test') ? 'a.test' : '')
  vi.stubEnv('NO_PROXY', '')
  connectEmulator(url)
  expect(process.env.no_proxy).toBe(exceptions)
})
