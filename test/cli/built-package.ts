import { afterAll, beforeAll } from 'vitest'
import { BuiltPackage } from './built.js'

export function builtPackage(): BuiltPackage {
  const built = new BuiltPackage()
  beforeAll(() => built.build())
  afterAll(() => built[Symbol.dispose]())
  return built
}
