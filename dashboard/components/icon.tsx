/** SVG paths for a 16×16 view box. */
const ICONS = {
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  clients:
    'M5.5 7a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM1.5 13c.4-2.6 2-4 4-4s3.6 1.4 4 4M11 3.2a2 2 0 0 1 0 3.8M11.5 9.2c1.7.4 2.7 1.7 3 3.8',
  data: 'M2.5 4c0-2.4 11-2.4 11 0v8c0 2.4-11 2.4-11 0zM2.5 4c0 2.4 11 2.4 11 0M2.5 8c0 2.4 11 2.4 11 0',
  namespaces: 'M5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM7.5 8.5l5.5 5M11 11.5l1.5-1.5',
  stores:
    'M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M9.7 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6.2 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  documents: 'M4 1.8h5l3.2 3.2v9.2H4zM9 1.8V5h3.2M6 8.5h4M6 11h4',
  projects: 'M1.8 4.2h4.5l1.5 1.6h6.4v7H1.8z',
  keys: 'M6 10.5a3.2 3.2 0 1 0-.1 0zM8.3 5.3L14 5.3V8M11.5 5.3v2',
  faults: 'M8.7 1.8L3 9h4l-.7 5.2L13 6.8H8.7z',
  snapshots: 'M2 4.5h3l1-1.7h4l1 1.7h3v8.5H2zM8 11a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 11z',
  gaps: 'M2 3.5h12M2 8h4M10 8h4M2 12.5h12',
  clock: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  run: 'M4.5 2.8v10.4L13 8z',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  redo: 'M10.5 3l3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H10',
  filter: 'M2 4h12M4.5 8h7M7 12h2',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3L14 14',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  down: 'M4 6l4 4 4-4',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  pick: 'M2 3.5h12v10.5H2zM2 6.5h12M5 1.8v2.5M11 1.8v2.5',
} as const

export type IconName = keyof typeof ICONS

export function Icon({ of }: { readonly of: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={ICONS[of]} />
    </svg>
  )
}
