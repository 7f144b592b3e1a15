/** Statements about unusual names. Each of them must refer to a separate entry in every operation. */

import { expectRefusal, expectStatus, expectSuccess, expectValue, read } from '../check.js'
import type { Session } from '../session.js'
import { expectKeys, LIST_MEMBER, namesOf } from './lists.js'
import { onBothSides, type Side } from './sides.js'
import { each, type Statement } from './statement.js'

const FRONT = [...' .-_:~+@$!*(#%/"']
const ENDS = [...' .-_:~+*)=&,/\\', '.json', '.txt', '//', '?a', ';a', '#a', '%2F']

/** Names that a service may confuse with each other, or with something else. */
interface Family {
  /** Completes the phrase "A key …". */
  readonly what: string
  /** Builds the names from a new key and a new number. */
  of(key: string, number: string): readonly string[]
  /** Set if the names lack the session's prefix, in which case nobody else may use the namespace or store. */
  readonly isBare?: true
}

const FAMILIES: Readonly<Record<string, Family>> = {
  'signs-in-front': {
    what: 'may start with a dot, a space or any other special character',
    of: (key) => [key, ...FRONT.map((sign) => sign + key)],
  },
  'signs-at-the-end': {
    what: 'may end with a dot, a space, a wildcard, any other special character or a file extension',
    of: (key) => [key, ...ENDS.map((end) => key + end)],
  },
  'parts-below': {
    what: 'may be a prefix of another one or look like a path below it',
    of: (key) => [
      key,
      ...['.a', ':a', '/a', '-a', '_a', '+a', ' a', '%2Fa', 'a', '0', '.a.b', '/a/b'].map((end) => key + end),
      ...[`${'k'.repeat(300)}1`, `${'k'.repeat(300)}2`].map((end) => key + end),
    ],
  },
  numbers: {
    what: 'may be a number of any length, but is text, so 1, 01, 1.0, 1e0, +1 and -1 are six different keys',
    of: (_key, number) => {
      const long = number.padEnd(17, '0')
      return [
        ...[number, `0${number}`, `00${number}`, `${number}.`, `${number}.0`, `${number}.00`, `${number}e0`],
        ...[`+${number}`, `-${number}`, `0x${number}`, `${long}1`, `${long}2`],
      ]
    },
  },
  letters: {
    what: 'may contain accents, ligatures, full-width and invisible characters, and is case-sensitive',
    of: (key) =>
      [
        ...['\u00e9', 'e\u0301', 'fi', '\ufb01', 'a', '\uff41', 'k', '\u212a', 'i', '\u0131'],
        ...['A', '\u00a0', '\u200b', '\u2764', '\u2764\ufe0f', '\u{1f600}'],
      ].map((end) => key + end),
  },
  words: {
    what: 'may be a word or number with a special meaning in some programs',
    of: () => [
      ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', 'NaN', 'keys', 'index'],
      ...['0', '1', '01', '1.0', '1e0', '-1'],
    ],
    isBare: true,
  },
}

/** Groups names in the order of deletion. The first one goes first, then every second one, then the rest. */
const rounds = (names: readonly string[]): readonly (readonly string[])[] => [
  names.slice(0, 1),
  names.filter((_, at) => at % 2 === 1),
  names.filter((_, at) => at % 2 === 0 && at > 0),
]

/** Puts, reads, lists and deletes these names, and expects each to refer to a separate entry. */
async function expectOwnEntries(
  { area, own }: Side,
  session: Session,
  { of, isBare }: Family,
): Promise<void> {
  const entries = own(session)
  const hasList = area === 'config' || session.subject.bearer !== undefined
  const before = hasList ? namesOf(await entries.list(), LIST_MEMBER[area]) : []
  const taken: string[] = []
  const expectListed = async (): Promise<void> => {
    if (hasList) expectKeys(await entries.list(), LIST_MEMBER[area], [...before, ...taken])
  }
  for (const name of of(session.newKey(), session.number)) {
    if (before.includes(name)) continue
    if (isBare) expectRefusal(await entries.get(name))
    const put = await entries.set(name, name)
    // The contract has no limits for keys, so it's fine to refuse one.
    if (put.status >= 400 && put.status < 500) continue
    read(expectSuccess(put)).member('key').equals(name)
    taken.push(name)
  }
  for (const name of taken) {
    const got = await entries.get(name)
    expectValue(got, JSON.stringify(name))
    read(got).member('key').equals(name)
  }
  await expectListed()
  for (const round of rounds([...taken])) {
    for (const name of round) expectSuccess(await entries.delete(name))
    taken.splice(0, taken.length, ...taken.filter((name) => !round.includes(name)))
    await expectListed()
    for (const name of round.slice(0, 1)) expectStatus(await entries.get(name), 404)
  }
}

export const nameStatements: readonly Statement[] = onBothSides('Resources', (side) =>
  each(Object.entries(FAMILIES), ([id, family]) => ({
    [`${side.area}.names.${id}`]: {
      text: `A key in a ${side.group} ${family.what}. Each such key is a separate entry.`,
      needs: [
        `${side.part}.writer`,
        `${side.part}.reader`,
        ...(family.isBare ? [`${side.part}.bulk` as const] : []),
      ],
      check: (session) => expectOwnEntries(side, session, family),
    },
  })),
)
