import { describe, expect, it } from 'vitest'
import { defaultProfile, type Profile, patchProfile } from '../../../src/domain/profile/profile.js'
import { TrackedProfile } from '../../../src/domain/profile/tracked.js'

/** Every option that has a value, as `[section, option, value]`. */
const options = Object.entries(defaultProfile).flatMap(([section, values]) =>
  Object.entries(values).map(([name, value]) => [section as keyof Profile, name, value] as const),
)

const read = ({ profile }: TrackedProfile, section: keyof Profile, name: string): unknown =>
  Reflect.get(profile[section], name)

it('shows the profile as it is', () => {
  expect(new TrackedProfile(defaultProfile).profile).toEqual(defaultProfile)
})

describe('reading an option', () => {
  it.each(options)('%s.%s is noted, and it alone', (section, name, value) => {
    const view = new TrackedProfile(defaultProfile)
    view.begin()
    expect(read(view, section, name)).toEqual(value)
    const named = view.name(view.taken())
    // Without a bound there is nothing to lean on.
    expect(named).toEqual(value === null ? {} : { [`${section}.${name}`]: value })
  })

  it('adds to what was read before', () => {
    const view = new TrackedProfile(defaultProfile)
    view.begin()
    for (const [section, name] of options) read(view, section, name)
    const withValue = options.filter(([, , value]) => value !== null)
    expect(Object.keys(view.name(view.taken()))).toEqual(
      withValue.map(([section, name]) => `${section}.${name}`),
    )
  })
})

it('forgets what was read when something else begins, and keeps what was taken', () => {
  const view = new TrackedProfile(defaultProfile)
  view.begin()
  read(view, 'kv', 'putStatus')
  const first = view.taken()
  view.begin()
  expect(view.name(view.taken())).toEqual({})
  read(view, 'kv', 'readTtl')
  expect(view.name(view.taken())).toEqual({ 'kv.readTtl': 'original' })
  expect(view.name(first)).toEqual({ 'kv.putStatus': 200 })
})

it('tells the values of its own profile, and bounds once there are some', () => {
  const before = new TrackedProfile(defaultProfile)
  before.begin()
  read(before, 'kv', 'putStatus')
  read(before, 'limits', 'keyBytes')
  const taken = before.taken()
  const after = new TrackedProfile(
    patchProfile(defaultProfile, { kv: { putStatus: 201 }, limits: { keyBytes: 5 } }),
  )
  after.begin()
  read(after, 'kv', 'putStatus')
  read(after, 'limits', 'keyBytes')
  expect(taken.view.name(taken)).toEqual({ 'kv.putStatus': 200 })
  expect(after.name(after.taken())).toEqual({ 'kv.putStatus': 201, 'limits.keyBytes': 5 })
})

it('notes reading from a section that was taken out of the profile', () => {
  const view = new TrackedProfile(defaultProfile)
  const { kv } = view.profile
  view.begin()
  expect(kv.storageOf).toBe('key+value')
  expect(view.name(view.taken())).toEqual({ 'kv.storageOf': 'key+value' })
})
