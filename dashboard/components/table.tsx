import type { ComponentChildren } from 'preact'
import { nextSort, type SortWays } from '../lib/sort.js'
import { route, setQuery } from '../router.js'
import { SelectField } from './field.js'

/** A column of fixed width, so that rows which come and go move nothing. */
export interface Column<Row> {
  readonly title: string
  /** A CSS width; the columns without one share the rest. */
  readonly width?: string
  readonly align?: 'end'
  /** Only screen readers get its title. */
  readonly isTitleUnseen?: boolean
  /** Left out on narrow screens, or on all but wide ones. */
  readonly minor?: boolean | 'unless wide'
  /** What its title sorts by; left out: nothing. */
  readonly order?: SortWays | undefined
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  /** The name of the list, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Opens a row; the cell of the first column is then its button. */
  readonly onOpen?: (row: Row) => void
  readonly isOpen?: (row: Row) => boolean
}

/** Rows under fixed columns. Text that is too long for its column is cut short; its title shows the whole. */
export function Table<Row>({ caption, columns, rows, keyOf, onOpen, isOpen }: TableProps<Row>) {
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <colgroup>
        {columns.map((column) => (
          <col
            key={column.title}
            class={classOf(column)}
            style={column.width === undefined ? {} : { '--width': column.width }}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell
              key={column.title}
              title={column.title}
              isUnseen={column.isTitleUnseen === true}
              class={classOf(column)}
              order={column.order}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            class={`${onOpen === undefined ? '' : 'opens'}${isOpen?.(row) === true ? ' open' : ''}`}
            onClick={
              onOpen === undefined ? undefined : (event) => openUnlessControl(event, () => onOpen(row))
            }
          >
            {columns.map((column, index) => (
              <td key={column.title} class={classOf(column)}>
                {index === 0 && onOpen !== undefined ? (
                  <button
                    type="button"
                    class="link"
                    data-row={keyOf(row)}
                    aria-expanded={isOpen?.(row) ?? false}
                    onClick={() => onOpen(row)}
                  >
                    {column.cell(row)}
                  </button>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeadCellProps {
  readonly title: string
  readonly isUnseen?: boolean
  readonly class: string
  readonly order?: SortWays | undefined
  /** The order that the list has if the address names none. */
  readonly usual?: string
}

/**
 * The title of a column. If the list can be sorted by it, a press does so; the order is part of the page's
 * address.
 */
export function HeadCell({ title, isUnseen = false, class: name, order, usual = '' }: HeadCellProps) {
  if (order === undefined) {
    return (
      <th scope="col" class={name}>
        {isUnseen ? <span class="unseen">{title}</span> : title}
      </th>
    )
  }
  const sort = sortNow(usual) || usual
  const isShown = order.some(([way]) => way === sort)
  const direction = isShown ? (sort.startsWith('-') ? 'descending' : 'ascending') : 'none'
  return (
    <th scope="col" class={name} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => setQuery({ sort: nextSort(order, sort, usual) })}>
        {title}
      </button>
      <span class="sort-name">{title}</span>
    </th>
  )
}

/** What a table can be sorted by. */
export const ordersOf = (columns: readonly Pick<Column<never>, 'order'>[]): readonly SortWays[] =>
  columns.map(({ order }) => order).filter((order) => order !== undefined)

interface SortFieldProps {
  readonly orders: readonly SortWays[]
  /** The order that the list has if the address names none. */
  readonly usual?: string
  /** How people call that. */
  readonly usualName?: string
}

/** The choice of the order, if no column has a title to press. */
export function SortField({ orders, usual = '', usualName = 'order of creation' }: SortFieldProps) {
  return (
    <SelectField
      label="Sort by"
      value={sortNow(usual)}
      options={[['', usualName], ...orders.flat().filter(([way]) => way !== usual)]}
      onValue={(sort) => setQuery({ sort })}
    />
  )
}

/** The order that the address names, as the admin interface calls it; '' is the usual one. */
export function sortNow(usual = ''): string {
  const sort = route.value.query.get('sort') ?? ''
  return sort === usual ? '' : sort
}

/** A click on a button in the row does not open the row. */
function openUnlessControl(event: MouseEvent, open: () => void): void {
  const isControl = event.target instanceof Element && event.target.closest('button, a, input, select, label')
  if (!isControl) open()
}

function classOf({ align, minor }: Pick<Column<never>, 'align' | 'minor'>): string {
  const room = minor === 'unless wide' ? 'only-wide' : minor === true ? 'minor' : ''
  return `${align ?? ''} ${room}`.trim()
}
