import { expect, test } from 'vitest'
import { pointer } from '../../src/domain/view.js'

test('a path of a part escapes tildes and slashes', () => {
  expect(pointer('namespaces', 'a/b~c', '~1')).toBe('/namespaces/a~1b~0c/~01')
  expect(pointer()).toBe('')
})
