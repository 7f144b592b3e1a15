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
    const tracked = new TrackedProfile(defaultProfile)
    tracked.begin()
    expect(read(tracked, section, name)).toEqual(value)
    const named = tracked.taken().named()
    // Without a bound there is nothing to lean on.
    expect(named).toEqual(value === null ? {} : { [`${section}.${name}`]: value })
  })

  it('adds to what was read before', () => {
    const tracked = new TrackedProfile(defaultProfile)
    tracked.begin()
    for (const [section, name] of options) read(tracked, section, name)
    const withValue = options.filter(([, , value]) => value !== null)
    expect(Object.keys(tracked.taken().named())).toEqual(
      withValue.map(([section, name]) => `${section}.${name}`),
    )
  })
})

it('forgets what was read when something else begins, and keeps what was taken', () => {
  const tracked = new TrackedProfile(defaultProfile)
  tracked.begin()
  read(tracked, 'kv', 'putStatus')
  const first = tracked.taken()
  tracked.begin()
  expect(tracked.taken().named()).toEqual({})
  read(tracked, 'kv', 'readTtl')
  expect(tracked.taken().named()).toEqual({ 'kv.readTtl': 'original' })
  expect(first.named()).toEqual({ 'kv.putStatus': 200 })
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
  expect(taken.named()).toEqual({ 'kv.putStatus': 200 })
  expect(after.taken().named()).toEqual({ 'kv.putStatus': 201, 'limits.keyBytes': 5 })
})

it('notes reading from a section that was taken out of the profile', () => {
  const tracked = new TrackedProfile(defaultProfile)
  const { kv } = tracked.profile
  tracked.begin()
  expect(kv.storageOf).toBe('key+value')
  expect(tracked.taken().named()).toEqual({ 'kv.storageOf': 'key+value' })
})

it('tells any number of options apart', () => {
  const kv = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`option${index}`, index]))
  const tracked = new TrackedProfile({ ...defaultProfile, kv } as unknown as Profile)
  for (const name of Object.keys(kv)) {
    tracked.begin()
    Reflect.get(tracked.profile.kv, name)
    expect(tracked.taken().named()).toEqual({ [`kv.${name}`]: kv[name] })
  }
})

it('names what was read once, in the order of the profile', () => {
  const tracked = new TrackedProfile(defaultProfile)
  tracked.begin()
  for (const name of ['readTtl', 'putStatus', 'readTtl']) read(tracked, 'kv', name)
  expect(Object.entries(tracked.taken().named())).toEqual([
    ['kv.putStatus', 200],
    ['kv.readTtl', 'original'],
  ])
})

it('continues in another profile with all that was read', () => {
  const before = new TrackedProfile(defaultProfile)
  before.begin()
  read(before, 'kv', 'putStatus')
  const after = before.continueIn(
    new TrackedProfile(patchProfile(defaultProfile, { kv: { putStatus: 201 } })),
  )
  read(after, 'config', 'putStatus')
  expect(after.taken().named()).toEqual({ 'kv.putStatus': 201, 'config.putStatus': 200 })
})
