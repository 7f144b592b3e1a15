import type { Program } from '../program.js'
import { operations } from './operations.js'
import { refused } from './refused.js'
import { SHOP } from './shop.js'

/** Some of the other programs, with grease. */
export const grease: Program = {
  topic: 'grease',
  options: { seed: SHOP, grease: 7 },
  steps: [
    ...operations.steps.filter((step, at) => at % 2 === 0 && !('send' in step && step.send.includes('<'))),
    ...refused.steps.slice(2, 58).filter((_, at) => at % 4 === 0),
    { admin: 'POST /worlds', body: { id: 'other', grease: 9 } },
    {
      send: 'PUT /_worlds/other/v1/kv/ns_shop_aaa111/k',
      headers: { 'x-kv-key': 'kv_write_shop' },
      body: '{"value":1,"ttlSeconds":60}',
    },
    { send: 'GET /_worlds/other/v1/kv/ns_shop_aaa111/never', headers: { 'x-kv-key': 'kv_read_shop' } },
  ],
}
