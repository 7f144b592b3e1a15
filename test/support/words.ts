import { type Prose, plain, sentencesOf, wordsOf } from './prose.js'

/** The table of words in CONTRIBUTING.md, as patterns. Names in code and quoted output are not checked. */
interface Word {
  readonly pattern: RegExp
  readonly instead: string
}

const WORDS: readonly Word[] = [
  {
    pattern:
      /(?<!\b(?:and|back|back to|from|or|say|says|stays?|to|until) )\bwhere (?:it|no|none|nothing|one|there)\b/,
    instead: 'if; or name the place',
  },
  { pattern: /\bbehind\b(?! (?:a proxy|proxies))/i, instead: 'after' },
  { pattern: /\bahead of\b/i, instead: 'before' },
  { pattern: /\b(?:anew|likewise|meanwhile)\b/i, instead: 'again, also, in the meantime' },
  { pattern: /\bwhoever\b|\bto who\b/i, instead: 'the caller, the client, subscribers' },
  { pattern: /\bso many\b/i, instead: 'the number, n' },
  { pattern: /\blet(?:s|ting)? go\b|\bforgets?\b/i, instead: 'release, evict, drop' },
  { pattern: /\blean(?:s|ed)? on\b/i, instead: 'depend on, use' },
  { pattern: /\blies?\b|\bstands?\b(?! alone)/i, instead: 'is' },
  // To tell one from another is what it says.
  { pattern: /\b(?:are|be|is|was|were) told\b(?! apart)/i, instead: 'report, show, print' },
  { pattern: /\btells?\b(?!.{0,60}\b(?:apart|from)\b)/i, instead: 'report, show, print' },
  { pattern: /(?<!\bthere )\b(?:are|is|was|were) no (?!less\b|longer\b|more\b|one\b)/i, instead: 'is not a' },
]

const BEGINNINGS = /^(?:Of|Those of|That of|The same)\b/

const SENTENCE_WORDS_MAX = 30

/** Returns the words, beginnings and long sentences of a text that are refused, by line. */
export function problemsOf(file: string, prose: readonly Prose[]): string[] {
  return prose.flatMap(({ line, text, kind }) => {
    const words = plain(text)
    const sentences = kind === 'text' ? [] : sentencesOf(text)
    return [
      ...WORDS.filter(({ pattern }) => pattern.test(words)).map(
        ({ pattern, instead }) => `${file}:${line} ${pattern.exec(words)?.[0]}: write ${instead}`,
      ),
      ...sentences
        .filter((sentence) => BEGINNINGS.test(sentence))
        .map((sentence) => `${file}:${line} begins with what it is about: ${sentence}`),
      ...sentences
        .filter((part) => wordsOf(part) > SENTENCE_WORDS_MAX)
        .map((part) => `${file}:${line} has more than ${SENTENCE_WORDS_MAX} words: ${part}`),
    ]
  })
}
