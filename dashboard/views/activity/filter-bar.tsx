import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { operations } from '../../../src/contract/operations.js'
import { now } from '../../clock.js'
import { Button } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { Icon } from '../../components/icon.js'
import { shortText } from '../../components/short-text.js'
import { useOwnOperations } from '../../features/own-operations.js'
import { count } from '../../lib/format.js'
import {
  FILTERS,
  type Filter,
  isFiltered,
  isIn,
  isNoTime,
  type PageFilterName,
  toggled,
} from '../../lib/request-filter.js'
import { TIME_HINT } from '../../lib/typed-time.js'
import { route, setQuery } from '../../router.js'

/** Real ms to wait after the last key. */
const QUIET_MS = 250

const OUTCOMES: readonly (readonly [label: string, classes: readonly string[]])[] = [
  ['Refused', ['4xx']],
  ['Failed', ['5xx', 'none']],
]

const CHOICES = ['kv.*', 'config.*', 'documents.*', 'projects.*', ...operations.map(({ id }) => id)]

const FIELDS: readonly (readonly [name: PageFilterName, label: string, placeholder: string])[] = [
  ['operation', 'Operation', 'kv.*'],
  ['method', 'Method', 'GET'],
  ['status', 'Status', '404,5xx'],
  ['path', 'Path', '/v1/kv/**'],
  ['credential', 'Credential', 'key or owner'],
  ['agent', 'User-Agent', 'shop-web/2.1'],
  ['fault', 'Fault', 'f_1'],
  ['outcome', 'Outcome', 'entry_missing'],
  ['since', 'From', '18:00, -5m, r12'],
  ['until', 'Until', 'yesterday 18:00'],
  ['slowerThan', 'Slower than', '200ms'],
]

/** "Path /v1/kv/**" */
export const filterWords = (filter: Filter): readonly (readonly [name: PageFilterName, text: string])[] =>
  [...FIELDS, ['text', 'Search', ''] as const].flatMap(([name, label]) =>
    filter[name] === undefined ? [] : [[name, `${label} ${shortText(filter[name], 40)}`] as const],
  )

interface FilterBarProps {
  readonly filter: Filter
  readonly statuses: Readonly<Record<string, number>>
  readonly children: ComponentChildren
  /** More controls, shown with the fields. */
  readonly choices: ComponentChildren
}

/** The filter is kept in the URL. */
export function FilterBar({ filter, statuses, children, choices }: FilterBarProps) {
  const isOpen = route.value.query.get('more') === '1'
  const setIsOpen = (is: boolean) => setQuery({ more: is ? '1' : '' })
  const values = useTyped(filter)
  const search = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // Don't focus it if a link opened the panel.
    if (isOpen && !wasOpen.current) panel.current?.querySelector('input')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const named = filterWords(filter).filter(([name]) => name !== 'text' && !isPressed(name, filter.status))
  return (
    <search class="filter" aria-label="Filter">
      <div class="row">
        <input
          ref={search}
          class="filter-search"
          type="search"
          aria-label="Search requests"
          placeholder="Path, key, reason or body"
          autocomplete="off"
          spellcheck={false}
          value={values.of('text')}
          onInput={(event) => values.type('text', event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              values.apply()
              document.querySelector<HTMLElement>('.rows [data-row][tabindex="0"]')?.focus()
            } else if (event.key === 'Escape' && values.of('text') !== '') {
              event.preventDefault()
              values.type('text', '')
              values.apply()
            }
          }}
        />
        <OutcomeButtons status={filter.status ?? ''} statuses={statuses} />
        <Button ref={opener} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon of="filter" />
          <span class="filter-name">More filters</span>
        </Button>
        {children}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for its fields
        <div
          ref={panel}
          class="card filter-more"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.target instanceof HTMLInputElement) values.apply()
            if (event.key !== 'Escape') return
            event.preventDefault()
            setIsOpen(false)
            opener.current?.focus()
          }}
        >
          <Fields values={values} />
          <div class="row filter-choices">{choices}</div>
        </div>
      )}
      {(named.length > 0 || isFiltered(filter)) && (
        <div class="row">
          {named.map(([name, text]) => (
            <Button
              key={name}
              small
              aria-label={`Clear ${text}`}
              onClick={() => {
                setQuery({ [name]: '' })
                search.current?.focus()
              }}
            >
              {text} <Icon of="close" />
            </Button>
          ))}
          <Button
            kind="quiet"
            small
            onClick={() => {
              values.clear()
              search.current?.focus()
            }}
          >
            Clear filters
          </Button>
        </div>
      )}
    </search>
  )
}

/** Rendered only while the panel is open, so that the first view doesn't load the contract. */
function Fields({ values }: { readonly values: ReturnType<typeof useTyped> }) {
  const own = new Set(useOwnOperations().flatMap(({ id, service }) => [`${service}.*`, id]))
  return (
    <>
      {FIELDS.map(([name, label, placeholder]) => (
        <TextField
          key={name}
          label={label}
          placeholder={placeholder}
          value={values.of(name)}
          onValue={(value) => values.type(name, value)}
          error={isNoTime(name, values.of(name), now.value) ? `Not a valid time. ${TIME_HINT}` : undefined}
          {...(name === 'operation' ? { choices: [...CHOICES, ...own] } : {})}
        />
      ))}
    </>
  )
}

/** True if the buttons already show this part of the filter. */
function isPressed(name: PageFilterName, status = ''): boolean {
  const known = OUTCOMES.flatMap(([, classes]) => classes)
  return name === 'status' && status.split(',').every((one) => known.includes(one))
}

interface OutcomeButtonsProps {
  /** E.g. "4xx,404". */
  readonly status: string
  readonly statuses: FilterBarProps['statuses']
}

function OutcomeButtons({ status, statuses }: OutcomeButtonsProps) {
  return (
    <fieldset class="joined" aria-label="Outcome">
      {OUTCOMES.map(([label, classes]) => {
        const n = classes.reduce((sum, one) => sum + (statuses[one] ?? 0), 0)
        return (
          <Button
            key={label}
            aria-pressed={classes.every((one) => isIn(status, one))}
            onClick={() => setQuery({ status: classes.reduce(toggled, status) })}
          >
            {label} <span class="filter-count">{n === 0 ? '' : count(n)}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}

/** Applies what the user types after a short pause. */
function useTyped(filter: Filter) {
  const [typed, setTyped] = useState<Filter>({})
  const latest = useRef<Filter>({})
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (all: Filter) => {
    latest.current = all
    setTyped(all)
    clearTimeout(timer.current)
  }
  const apply = () => {
    const all = Object.entries(latest.current)
    take({})
    if (all.length > 0) setQuery(Object.fromEntries(all.map(([one, text]) => [one, text.trim()])))
  }
  return {
    of: (name: PageFilterName): string => typed[name] ?? filter[name] ?? '',
    type(name: PageFilterName, value: string) {
      take({ ...latest.current, [name]: value })
      timer.current = setTimeout(apply, QUIET_MS)
    },
    apply,
    clear() {
      take({})
      setQuery(Object.fromEntries(FILTERS.map((name) => [name, ''])))
    },
  }
}
