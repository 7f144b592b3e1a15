type Headers = readonly (readonly [name: string, value: string])[]

/** `wanted` must be in lower case. */
export const headerOf = (headers: Headers, wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
