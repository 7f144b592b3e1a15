import { describe, expect, test } from 'vitest'
import { WAYS } from './emulators.js'

describe.each(WAYS)('%s', (_name, start) => {
  test('the client manages namespaces', async () => {
    await using emulator = await start()
    const { namespaces } = emulator
    const made = await namespaces.create({ name: 'new', owner: 'user_bob', limits: { reads: 1 } })
    expect(made).toMatchObject({ owner: 'user_bob', limits: { reads: 1 }, keys: [] })
    const { key } = await namespaces.createKey(made.id, { scope: 'write' })
    expect(key).toMatch(/^kv_write_/)
    const odd = await namespaces.createKey(made.id, { scope: 'read', key: 'a/b%c' })
    expect((await namespaces.get(made.id)).keys).toHaveLength(2)
    await namespaces.removeKey(made.id, odd.key)
    const changed = await namespaces.update(made.id, { limits: { reads: null }, usage: { reads: 7 } })
    expect(changed).toMatchObject({ limits: {}, usage: { reads: 7, storageBytes: 0 }, keys: [{ key }] })
    expect((await namespaces.list()).map(({ id }) => id)).toEqual(['ns_shop_k3v9x2', made.id])
    await namespaces.remove(made.id)
    await expect(namespaces.get(made.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the client manages stores', async () => {
    await using emulator = await start()
    const { stores } = emulator
    const made = await stores.create({ name: 'new' })
    const { key, scope } = await stores.createKey(made.id, { scope: 'admin' })
    expect(scope).toBe('admin')
    expect(await stores.update(made.id, { owner: 'user_bob' })).toMatchObject({
      storeId: made.id,
      owner: 'user_bob',
      keys: [{ key, scope }],
      entries: { live: 0 },
    })
    await stores.removeKey(made.id, key)
    expect((await stores.get(made.id)).keys).toEqual([])
    expect(await stores.list()).toHaveLength(2)
    await stores.remove(made.id)
    expect(await stores.list()).toHaveLength(1)
  })

  test('the client manages keys of the database, with exact ids', async () => {
    await using emulator = await start()
    const { databaseKeys } = emulator
    const large = '9223372036854775807'
    const made = await databaseKeys.create({ projects: [7], documents: [1, large], outOfScope: 'forbidden' })
    expect(made).toMatchObject({ projects: [7], documents: [1, large], outOfScope: 'forbidden' })
    const all = await databaseKeys.create()
    expect(await databaseKeys.list()).toEqual([{ key: 'db_dev' }, made, all])
    await databaseKeys.remove(made.key)
    expect(await databaseKeys.list()).toHaveLength(2)
  })
})
