import type { DataRequest } from '../../../src/api/message.js'
import type { DataPlane } from '../../../src/api/pipeline.js'
import type { RequestRecord } from '../../../src/api/record.js'
import type { World } from '../../../src/domain/world.js'
import { API_KEY, PUT_BODY } from '../subject.js'

const RAW_HEADERS = ['X-KV-Key', API_KEY]

/** A request of plain values. */
export function plainRequest(method: 'GET' | 'PUT', target: string): DataRequest {
  return {
    method,
    httpVersion: '1.1',
    target,
    origin: 'http://127.0.0.1',
    prefix: '',
    body: method === 'GET' ? Buffer.alloc(0) : Buffer.from(PUT_BODY),
    bodyIsTooLarge: false,
    rawHeaders: RAW_HEADERS,
    header: (name) => (name === 'x-kv-key' ? API_KEY : undefined),
    isRepeated: () => false,
  }
}

/** @throws Error if the answer is not a success */
export function answered(plane: DataPlane, world: World<RequestRecord>, request: DataRequest): void {
  const answer = plane.answer(world, request)
  if (answer instanceof Promise || answer.reply?.status !== 200) throw new Error('it was not answered 200')
}
