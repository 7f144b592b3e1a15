import type { Program } from '../program.js'
import { NS, SHOP } from './shop.js'

const GET = `GET ${NS}/cart`
const request = (...lines: readonly string[]) => ({ bytes: `${lines.join('\r\n')}\r\n\r\n` })
const HOST = 'Host: emulator.localhost'
const KEY = 'X-KV-Key: kv_admin_shop'
const CLOSE = 'Connection: close'
const PAGE = { Origin: 'http://page.example' }

/** Only sockets show these: raw heads, preflights, proxies, and messages that never become a request. */
export const wire: Program = {
  topic: 'wire',
  isArchived: true,
  options: { seed: SHOP, cors: 'http://page.example', trustProxy: true, adminToken: 'secret' },
  way: 'over sockets',
  steps: [
    { send: GET, headers: { 'X-KV-Key': 'kv_read_shop', Cookie: 'a=1; b=2', 'X-Odd': ['1', '2'] } },
    { send: GET, headers: { 'X-KV-Key': ['kv_read_shop', 'kv_read_shop'] } },
    {
      send: `PUT ${NS}/k`,
      headers: { 'x-KV-key': 'kv_write_shop', 'Content-Type': 'application/json' },
      body: '{"value":"ü","ttlSeconds":60}',
    },
    { send: `HEAD ${NS}/cart`, headers: { 'X-KV-Key': 'kv_read_shop' } },
    {
      send: 'GET /documents?limit=1',
      headers: {
        'X-API-Key': 'db_all',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'db.example',
        'X-Forwarded-Prefix': '/db',
      },
    },
    {
      send: 'GET /documents?limit=1',
      headers: { 'X-API-Key': 'db_all', Forwarded: 'proto=https;host=other.example' },
    },
    { send: 'GET /v1/kv//cart', headers: { 'X-KV-Key': 'kv_read_shop' } },
    { send: 'GET /v1/kv/ns_shop_aaa111/../x', headers: { 'X-KV-Key': 'kv_read_shop' } },
    { admin: 'PATCH /state', body: { profile: { limits: { bodyBytes: 40 } } } },
    {
      send: `PUT ${NS}/k`,
      headers: { 'X-KV-Key': 'kv_write_shop' },
      body: '{"value":"longer than is taken","ttlSeconds":60}',
    },
    {
      send: `PUT ${NS}/k`,
      headers: { 'X-KV-Key': 'kv_read_shop' },
      body: '{"value":"longer than is taken","ttlSeconds":60}',
    },
    { send: GET, headers: { 'X-KV-Key': 'kv_read_shop', ...PAGE } },
    { send: `GET ${NS}/never`, headers: { 'X-KV-Key': 'kv_read_shop', ...PAGE } },
    { send: GET, headers: { 'X-KV-Key': 'kv_read_shop', Origin: 'http://foreign.example' } },
    {
      send: `OPTIONS ${NS}/k`,
      headers: {
        ...PAGE,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'x-kv-key',
      },
    },
    {
      send: `OPTIONS ${NS}/k`,
      headers: { Origin: 'http://foreign.example', 'Access-Control-Request-Method': 'PUT' },
    },
    { send: `OPTIONS ${NS}/k`, headers: PAGE },
    request(`${GET} HTTP/1.1`, HOST, KEY, CLOSE),
    request(`${GET} HTTP/1.0`, KEY),
    request(`GET http://emulator.localhost${NS}/cart HTTP/1.1`, HOST, KEY, CLOSE),
    {
      bytes: `PUT ${NS}/chunked HTTP/1.1\r\n${HOST}\r\n${KEY}\r\n${CLOSE}\r\nTransfer-Encoding: chunked\r\n\r\n1b\r\n{"value":1,"ttlSeconds":60}\r\n0\r\n\r\n`,
    },
    {
      bytes: `${GET} HTTP/1.1\r\n${HOST}\r\n${KEY}\r\n\r\nDELETE ${NS}/cart HTTP/1.1\r\n${HOST}\r\n${KEY}\r\n\r\n${GET} HTTP/1.1\r\n${HOST}\r\n${KEY}\r\n${CLOSE}\r\n\r\n`,
    },
    request(
      `PUT ${NS}/k HTTP/1.1`,
      HOST,
      'X-KV-Key: wrong',
      'Content-Length: 27',
      'Expect: 100-continue',
      CLOSE,
    ),
    request(`PUT ${NS}/k HTTP/1.1`, HOST, KEY, 'Content-Length: 27', 'Expect: more'),
    request(`GET ${NS}/cart HTTP/1.1`, KEY, CLOSE),
    request(`GET ${NS}/cart HTTP/1.1`, HOST, HOST, KEY, CLOSE),
    request('GET /documents HTTP/1.1', 'Host: a/b', CLOSE),
    request(`GET ${NS}/ca rt HTTP/1.1`, HOST, KEY),
    request('BREW /documents HTTP/1.1', HOST),
    request(`PUT ${NS}/k HTTP/1.1`, HOST, KEY, 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    request('CONNECT example.com:443 HTTP/1.1', HOST),
    request('GET /_admin/clock HTTP/1.1', HOST, CLOSE),
    request(
      'POST /_admin/clock HTTP/1.1',
      HOST,
      'Authorization: Bearer secret',
      'Origin: http://foreign.example',
      CLOSE,
    ),
    request('GET /_admin/clock HTTP/1.1', 'Host: foreign.example', 'Authorization: Bearer secret', CLOSE),
  ],
}
