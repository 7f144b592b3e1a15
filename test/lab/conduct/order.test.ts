import type { RequestDetails } from 'tristore-emulator'
import { expect, test } from 'vitest'
import { isDoubtful, type OrderOf } from '../../../lab/conduct/order.js'

const records = ['before', 'failed', 'between', 'request', 'after', 'later'].map(
  (id) => ({ id }) as RequestDetails,
)
const placeOf = (id: string) => records.findIndex((record) => record.id === id)

test.each([
  ['before', 'failed', true],
  ['failed', 'between', true],
  ['between', 'request', true],
  ['request', 'after', true],
  ['after', 'later', false],
])(
  'it is doubtful that the client knew of the failure if %s and %s were under way together: %s',
  (one, other, expected) => {
    const orderOf: OrderOf = (earlier, later) =>
      earlier.id === one && later.id === other ? 'together' : 'after'
    const failed = records[placeOf('failed')] as RequestDetails
    expect(isDoubtful(failed, placeOf('request'), records, orderOf)).toBe(expected)
  },
)
