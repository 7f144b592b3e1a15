/** Statements about the texts of records, which every answer must contain exactly as they were sent. */

import { expectSuccess, expectThat, read, StatementSkip } from '../../check.js'
import type { Session } from '../../session.js'
import {
  COLLECTIONS,
  type DatabaseCollection,
  OPTIONAL_MEMBER,
  REQUIRED_MEMBER,
} from '../../session-database.js'
import { longText, SIZES } from '../sizes.js'
import { each, type Statement, type StatementDrafts, statements } from '../statement.js'

/** Texts that careless code would trim, normalize, convert, escape or truncate. */
const TEXTS: readonly string[] = [
  ' \t blanks  at the ends   and within \t ',
  'lines\r\nof\rall\nkinds\u2028and\u2029more\r\n',
  'e\u0301 \u00e9 \ufb01 \uff21 \u212a \u0130 \u00df \u01c5',
  '\u{1f600}\u{20000}\u6f22\u2764\ufe0f \ufffd',
  '\u200b\ufeff\u00ad\u202eunseen\u00a0',
  "\u0000\u0007\u001b\u007f\"\\ \\n %41 $a {{b}} '' /* */ --",
  '=1+1',
  '<b title="x">&amp;&lt;</b><script>1</script>',
  '007',
  '1.0',
  '1e3',
  '-0',
  'true',
  'null',
  '[]',
  '{"a":1}',
  '2026-01-02',
  'a;b,c|d\te',
  'CamelCase UPPER lower',
]

type Texts = Readonly<Record<string, string>>

/** Creates a record with these texts. If it's accepted, checks them in every answer that contains it. */
async function expectKept(session: Session, collection: DatabaseCollection, records: readonly Texts[]) {
  const { database } = session
  const kept = new Map<string, Texts>()
  for (const texts of records) {
    const answer = await database.create(collection, texts)
    // The contract has no limits for texts.
    if (answer.status >= 400 && answer.status < 500) continue
    const record = read(expectSuccess(answer))
    record.holds(texts)
    const id = record.member('id').int64()
    kept.set(id, texts)
    if (collection === 'documents') read(expectSuccess(await database.document(id))).holds(texts)
  }
  if (kept.size === 0) throw new StatementSkip('the service rejects these texts')
  const pages = await database.pages(collection)
  const items = pages.flatMap((page) => read(page).items())
  const [first = await database.list(collection)] = pages
  for (const [id, texts] of kept) {
    const item = items.find((one) => one.member('id').int64() === id)
    expectThat(item !== undefined, `record ${id} in the list`, 'none', first)
    item?.holds(texts)
  }
}

const statementsOf = (collection: DatabaseCollection): StatementDrafts => {
  const required = REQUIRED_MEMBER[collection]
  const optional = OPTIONAL_MEMBER[collection]
  const next = ['', ...TEXTS.slice(1)]
  return {
    [`db.${collection}.create.texts`]: {
      text: `Every answer contains the ${required} and ${optional} of a record of /${collection} exactly as they were sent.`,
      check: (session) =>
        expectKept(
          session,
          collection,
          // The two texts always differ, since the service may refuse one of them. The other is tried again in the next
          // record.
          TEXTS.map((text, index) => ({ [required]: text, [optional]: next.at(index - 7) ?? text })),
        ),
    },
    ...each(Object.entries(SIZES), ([id, { what, length }]) => ({
      [`db.${collection}.${optional}.${id}`]: {
        text: `If ${optional} has ${what}, every answer of /${collection} contains all of it.`,
        check: (session) =>
          expectKept(session, collection, [
            { [required]: `${session.subject.prefix} long`, [optional]: longText(length) },
          ]),
      },
    })),
  }
}

export const databaseTextStatements: readonly Statement[] = statements(
  { service: 'documents', section: 'Resources C', needs: ['db.create'] },
  each(COLLECTIONS, statementsOf),
)
