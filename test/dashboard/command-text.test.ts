import { expect, test } from 'vitest'
import { commandText, severalText } from '../../dashboard/lib/command-text.js'

const AT = Date.UTC(2026, 0, 31, 12)
const call = (line: string, body = '', clock?: number) => {
  const [method = '', path = ''] = line.split(' ')
  return { method, path: `/_admin${path}`, body, at: AT, ...(clock === undefined ? {} : { clock }) }
}

test.each([
  [call('POST /clock', '{"set":1}', AT + 86_400_000), 'clock +1 d, to 2026-02-01 12:00:00'],
  [
    call('POST /clock', '{"set":1,"freeze":true}', AT - 60_000),
    'clock −1 min, to 2026-01-31 11:59:00, frozen',
  ],
  [call('POST /clock', '{"freeze":false}'), 'clock running'],
  [call('POST /clock', '{"rate":60}'), 'clock at rate 60'],
  [call('PUT /state', '{}'), 'state replaced'],
  [call('POST /undo', '{}'), 'undo'],
  [call('POST /snapshots/before/restore'), 'snapshot before restored'],
  [call('POST /faults', '{}'), 'fault added'],
  [
    call('POST /faults', '{"match":{"operation":"kv.get","key":"a"},"status":503,"delay":"1s"}'),
    'fault added: 503, delay "1s", kv.get, a',
  ],
  [call('POST /faults', '{"hold":true}'), 'fault added: hold'],
  [call('POST /faults', '{"status":50'), 'fault added'],
  [call('DELETE /faults/f_1'), 'fault f_1 removed'],
  [call('PATCH /faults/f_1', '{}'), 'fault f_1 changed'],
  [call('PUT /namespaces/ns_a_1/entries/x%2Fy', '{}'), 'PUT /namespaces/ns_a_1/entries/x%2Fy'],
])('%j is %s', (command, text) => {
  expect(commandText(command)).toBe(text)
})

test.each([
  [call('POST /faults', '{"status":503}'), '30 faults added'],
  [call('DELETE /faults/f_1'), '30 faults removed'],
  [call('PUT /namespaces/ns_a_1/entries/x%2Fy', '{}'), '30 entries put'],
  [call('PUT /state', '{}'), '30 × state replaced'],
])('30 of %j are %s', (command, text) => {
  expect(severalText(command, 30)).toBe(text)
})
