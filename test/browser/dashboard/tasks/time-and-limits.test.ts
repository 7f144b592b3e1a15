import { describe, expect, test } from 'vitest'
import { Dashboards } from '../dashboard.js'
import { Person, WAYS } from './hands.js'
import { ADMIN_KEY, SHOP } from './seed.js'

/** Tasks about time and limits, by mouse, by keyboard and by finger. */

const dashboards = Dashboards.ofFile()

describe.each(WAYS)('by %s', (way) => {
  test('a jump of a day shows ahead what expires first', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    const jump = page.getByRole('button', { name: '+1 day', exact: true })
    if (way === 'touch at 390 px') await person.press(page.getByRole('button', { name: 'Time' }))
    if (way === 'mouse') await jump.hover()
    else if (way === 'keyboard') await person.focus(jump)
    else await person.press(jump)
    await page.getByText('1 key expires').waitFor()
    await page.getByText('flag:checkout').first().waitFor()
    expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-20T12:00:00.000Z' })
    await person.press(way === 'touch at 390 px' ? page.getByRole('button', { name: /^Jump there$/ }) : jump)
    await page.getByText('1 key expired').waitFor()
    expect(await open.admin('GET /clock')).toMatchObject({ iso: '2026-01-21T12:00:00.000Z' })
  })

  test('the next month begins, with counters at 0', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    await person.find('next month', /^Jump to the next month/)
    await page.getByText('now at 2026-02-01 00:00:00').waitFor()
    expect(await open.admin('GET /namespaces/ns_shop_1')).toMatchObject({
      monthKey: '2026-02',
      usage: { reads: 0, writes: 0 },
    })
    await person.find('undo', /^Undo/)
    await page.getByText("It's now 2026-01-20 12:00:00").first().waitFor()
    expect(await open.admin('GET /namespaces/ns_shop_1')).toMatchObject({ usage: { reads: 412 } })
  })

  test('a namespace is brought to one read below its limit', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    await person.goTo('Data', 'd')
    await person.press(page.getByRole('link', { name: /limits|quota|usage/i }).first())
    const used = page.getByRole('group', { name: /^Used in/ })
    await person.type(used.getByLabel(/^reads/i), '999')
    await person.press(page.getByRole('button', { name: 'Save settings' }))
    const read = async () => (await open.data('GET /v1/kv/ns_shop_1/price', ADMIN_KEY)).status
    await expect
      .poll(async () => ((await open.admin('GET /namespaces/ns_shop_1')) as { usage: object }).usage)
      .toMatchObject({ reads: 999 })
    expect([await read(), await read()]).toEqual([200, 429])
  })
})
