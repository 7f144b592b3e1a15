import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { operations } from '../../../src/contract/operations.js'
import { Button } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { shortText } from '../../components/short-text.js'
import { count } from '../../lib/format.js'
import {
  FILTERS,
  type Filter,
  isFiltered,
  isIn,
  type PageFilterName,
  toggled,
} from '../../lib/request-filter.js'
import { setQuery } from '../../router.js'

/** ms of quiet after which what is typed is looked for. */
const QUIET_MS = 250

const CHIPS: readonly (readonly [name: PageFilterName, label: string, words: readonly string[]])[] = [
  ['status', 'Status', ['2xx', '4xx', '5xx', 'none']],
  ['method', 'Method', ['GET', 'PUT', 'POST', 'DELETE']],
  ['operation', 'Operation', ['kv.*', 'config.*', 'documents.*', 'projects.*']],
]

const FIELDS: readonly (readonly [name: PageFilterName, label: string, placeholder: string])[] = [
  ['operation', 'Operation', 'kv.get'],
  ['status', 'Status', '404,5xx'],
  ['path', 'Path', '/v1/kv/**'],
  ['credential', 'Credential', 'key or owner'],
  ['agent', 'User-Agent', 'shop-web/2.1'],
  ['fault', 'Fault', 'f_1'],
  ['outcome', 'Outcome', 'entry_missing'],
  ['since', 'From', '2026-01-31T12:00:00Z'],
  ['until', 'Until', '2026-01-31T13:00:00Z'],
  ['slowerThan', 'Slower than', '200ms'],
]

/** Checks that a value is empty, or shown by pressed chips. */
function isPressed(name: PageFilterName, value = ''): boolean {
  const words = CHIPS.find(([chip]) => chip === name)?.[2] ?? []
  return value === '' || value.split(',').every((word) => words.includes(word))
}

interface FilterBarProps {
  readonly filter: Filter
  /** How many requests of each class of statuses pass the rest of the filter. */
  readonly statuses: Readonly<Record<string, number>>
  /** What else is above the list. */
  readonly children: ComponentChildren
}

/** Chooses which requests are listed; the choice is part of the page's address. */
export function FilterBar({ filter, statuses, children }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const values = useTyped(filter)
  return (
    <search class={`filter${isOpen ? ' open' : ''}`} aria-label="Filter">
      <div class="filter-line">
        <input
          class="filter-search"
          type="search"
          aria-label="Search requests"
          placeholder="Path, key, credential, reason, id, body"
          autocomplete="off"
          spellcheck={false}
          value={values.of('text')}
          onInput={(event) => values.type('text', event.currentTarget.value)}
        />
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          More filters
        </Button>
        {FIELDS.map(([name, label]) => {
          if (isPressed(name, filter[name])) return null
          const text = `${label} ${shortText(filter[name] ?? '', 40)}`
          return (
            <Button key={name} small aria-label={`Clear ${text}`} onClick={() => setQuery({ [name]: '' })}>
              {text} <span aria-hidden="true">✕</span>
            </Button>
          )
        })}
        {isFiltered(filter) && (
          <Button kind="quiet" onClick={values.clear}>
            Clear filters
          </Button>
        )}
      </div>
      <div class="filter-line filter-chips">
        {CHIPS.map(([name, label, words]) => (
          <fieldset key={name} class="row tight" aria-label={label}>
            {words.map((word) => (
              <Button
                key={word}
                small
                aria-pressed={isIn(filter[name] ?? '', word)}
                onClick={() => setQuery({ [name]: toggled(filter[name] ?? '', word) })}
              >
                {word}
                {name === 'status' && (
                  <span class="filter-count">{statuses[word] ? count(statuses[word]) : ''}</span>
                )}
              </Button>
            ))}
          </fieldset>
        ))}
        {children}
      </div>
      {isOpen && (
        <div class="filter-more">
          {FIELDS.map(([name, label, placeholder]) => (
            <TextField
              key={name}
              label={label}
              placeholder={placeholder}
              value={values.of(name)}
              onValue={(value) => values.type(name, value)}
              {...(name === 'operation' ? { choices: operations.map(({ id }) => id) } : {})}
            />
          ))}
        </div>
      )}
    </search>
  )
}

/** What is typed, which is looked for only once nothing more is typed for a while. */
function useTyped(filter: Filter) {
  const [typed, setTyped] = useState<Filter>({})
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    of: (name: PageFilterName): string => typed[name] ?? filter[name] ?? '',
    type(name: PageFilterName, value: string) {
      const all = { ...typed, [name]: value }
      setTyped(all)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        setTyped({})
        setQuery(Object.fromEntries(Object.entries(all).map(([one, text]) => [one, text.trim()])))
      }, QUIET_MS)
    },
    clear() {
      clearTimeout(timer.current)
      setTyped({})
      setQuery(Object.fromEntries(FILTERS.map((name) => [name, ''])))
    },
  }
}
