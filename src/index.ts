export { type Emulator, type EmulatorOptions, startEmulator } from './emulator.js'
