/** What the page loads when it is first wanted: one file, since many small ones compress worse. */
export { Panel } from './features/connect/panel.js'
export { OpenDialog } from './features/files/open-dialog.js'
export { SaveDialog } from './features/files/save-dialog.js'
export { PaletteDialog } from './features/palette/dialog.js'
export { KeyList } from './features/palette/key-list.js'
export { ExpiringKeys } from './features/time/expiring-keys.js'
export { Data } from './views/data/data.js'
export { Settings } from './views/settings/settings.js'
