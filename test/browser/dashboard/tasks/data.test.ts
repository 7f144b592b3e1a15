import { describe, expect, test } from 'vitest'
import { Dashboards } from '../dashboard.js'
import { Person, WAYS } from './hands.js'
import { SHOP } from './seed.js'

/** Tasks about data and faults, by mouse, by keyboard and by finger. */

const dashboards = Dashboards.ofFile()

const KEY = { 'X-KV-Key': 'kv_admin_shop' }

describe.each(WAYS)('by %s', (way) => {
  test('the next put is answered 503, and its write goes through', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    await person.goTo('Faults', 'f')
    await person.press(page.getByRole('button', { name: 'Add custom fault' }))
    await person.type(page.getByLabel('Operation', { exact: true }), 'kv.put')
    await person.type(page.getByLabel('Status', { exact: true }), '503')
    const effect = page.getByLabel('The operation', { exact: true })
    const [, after = ''] = await effect.locator('option').allInnerTexts()
    await person.choose(effect, after)
    await person.type(page.getByLabel('Times', { exact: true }), '1')
    await person.press(page.getByRole('button', { name: 'Add', exact: true }))
    await page.getByText('answers 503').first().waitFor()
    const put = async () =>
      (await open.data('PUT /v1/kv/ns_shop_1/new', KEY, '{"value": 1, "ttlSeconds": 60}')).status
    expect([await put(), await put()]).toEqual([503, 200])
    expect(await open.admin('GET /namespaces/ns_shop_1')).toMatchObject({ usage: { writes: 99 } })
  })

  test('a value is changed, digit for digit', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    await person.find('price', /^price /)
    const dialog = page.getByRole('complementary')
    await person.press(dialog.getByRole('button', { name: 'Edit' }))
    await person.type(dialog.getByLabel('Value'), '{"exact": 19.900, "order": 9007199254740995}')
    await person.press(dialog.getByRole('button', { name: 'Save', exact: true }))
    await dialog.getByText('9007199254740995').first().waitFor()
    const answer = await open.data('GET /v1/kv/ns_shop_1/price', KEY)
    expect(await answer.text()).toContain('{"exact":19.900,"order":9007199254740995}')
  })

  test('a database key sees one project only', async () => {
    await using person = await Person.at(dashboards, way, { seed: SHOP })
    const { page, open } = person
    await person.goTo('Data', 'd')
    const folded = page.locator('.tree > summary')
    await page.locator('.holders').waitFor({ state: 'attached' })
    if (await folded.isVisible()) await person.press(folded)
    await person.press(page.getByRole('navigation', { name: 'All data' }).getByRole('link', { name: 'Keys' }))
    await person.press(page.getByRole('button', { name: 'Add key' }))
    await person.type(page.getByLabel('Key', { exact: true }), 'db_reports')
    await person.tick(page.getByLabel('Limit scope', { exact: true }))
    await person.type(page.getByLabel('Projects in scope', { exact: true }), '11')
    await person.press(page.getByRole('button', { name: 'Add', exact: true }))
    await page.getByRole('row', { name: 'db_reports' }).waitFor()
    const answer = await open.data('GET /documents', { 'X-API-Key': 'db_reports' })
    const text = await answer.text()
    expect([text.includes('Weekly revenue'), text.includes('Intro')]).toEqual([true, false])
  })
})
