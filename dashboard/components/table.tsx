import type { ComponentChildren } from 'preact'
import { nextSort, type SortWays } from '../lib/sort.js'
import { route, setQuery } from '../router.js'
import { SelectField } from './field.js'

export interface Column<Row> {
  readonly title: string
  /** A CSS width. Columns without one share the rest. */
  readonly width?: string
  readonly align?: 'end'
  readonly isTitleUnseen?: boolean
  /** Hides the column on narrow screens, or on all except wide ones. */
  readonly minor?: boolean | 'unless wide'
  readonly order?: SortWays | undefined
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Makes the first cell of each row a button. */
  readonly onOpen?: (row: Row) => void
  readonly isOpen?: (row: Row) => boolean
}

/** Column widths are fixed, so that nothing shifts as rows come and go. */
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
  /** The order if the URL has no `sort` parameter. */
  readonly usual?: string
}

/** Sorts the table when clicked. The order is kept in the URL. */
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

export const ordersOf = (columns: readonly Pick<Column<never>, 'order'>[]): readonly SortWays[] =>
  columns.map(({ order }) => order).filter((order) => order !== undefined)

interface SortFieldProps {
  readonly orders: readonly SortWays[]
  readonly usual?: string
  readonly usualName?: string
}

export function SortField({ orders, usual = '', usualName = 'creation order' }: SortFieldProps) {
  return (
    <SelectField
      label="Sort by"
      value={sortNow(usual)}
      options={[['', usualName], ...orders.flat().filter(([way]) => way !== usual)]}
      onValue={(sort) => setQuery({ sort })}
    />
  )
}

/** '' for the default order. */
export function sortNow(usual = ''): string {
  const sort = route.value.query.get('sort') ?? ''
  return sort === usual ? '' : sort
}

function openUnlessControl(event: MouseEvent, open: () => void): void {
  const isControl = event.target instanceof Element && event.target.closest('button, a, input, select, label')
  if (!isControl) open()
}

function classOf({ align, minor }: Pick<Column<never>, 'align' | 'minor'>): string {
  const room = minor === 'unless wide' ? 'only-wide' : minor === true ? 'minor' : ''
  return `${align ?? ''} ${room}`.trim()
}
