import { expect, test } from 'vitest'
import { thirdParties } from '../../src/integrations/own-hosts.js'

test.each([
  ['http://localhost:3000/cart', undefined, false],
  ['http://shop.localhost/', undefined, false],
  ['https://127.0.0.1:3001', undefined, false],
  ['http://[::1]:3000/', undefined, false],
  ['https://fonts.example.com/a.woff2', undefined, true],
  ['http://localhost.example.com/', undefined, true],
  ['https://shop.test/cart', undefined, true],
  ['https://shop.test/cart', 'https://shop.test', false],
  ['http://shop.test:8080/', 'https://shop.test/base/', false],
  ['https://api.shop.test/', 'https://shop.test', false],
  ['https://workshop.test/', 'https://shop.test', true],
  ['https://shop-test/', 'https://shop.test', true],
  ['https://shop.test.example.com/', 'https://shop.test', true],
  ['http://localhost:3000/', 'https://shop.test', false],
  ['data:text/plain,shop', 'https://shop.test', false],
])('%s is a third party for an application at %s: %s', (url, baseUrl, expected) => {
  expect(thirdParties(baseUrl).test(url)).toBe(expected)
})
