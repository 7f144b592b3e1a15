/**
 * The base address of an emulator, or of a world: `http://127.0.0.1:4600/_worlds/w1`. The address of its admin interface
 * or dashboard means the same.
 *
 * @returns undefined if the text is not an address
 */
export function baseAddress(address: string | URL): string | undefined {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  return (url.origin + url.pathname).replace(/\/_(?:admin|dashboard)(?:\/.*)?$/, '').replace(/\/+$/, '')
}
