import type { ComponentChildren } from 'preact'

/** A column of fixed width, so that rows which come and go move nothing. */
export interface Column<Row> {
  readonly title: string
  /** A CSS width; the columns without one share the rest. */
  readonly width?: string
  readonly align?: 'end'
  /** Left out on narrow screens. */
  readonly minor?: boolean
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
        {columns.map(({ title, width, minor }) => (
          <col
            key={title}
            class={minor === true ? 'minor' : ''}
            style={width === undefined ? {} : { width }}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.title}
            </th>
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

/** A click on a button in the row does not open the row. */
function openUnlessControl(event: MouseEvent, open: () => void): void {
  const isControl = event.target instanceof Element && event.target.closest('button, a, input, select, label')
  if (!isControl) open()
}

function classOf({ align, minor }: Pick<Column<never>, 'align' | 'minor'>): string {
  return `${align ?? ''} ${minor === true ? 'minor' : ''}`.trim()
}
