declare module 'autocannon' {
  /** The part of its interface that is used here; the package has no types. */
  export default function autocannon(options: {
    url: string
    connections: number
    /** s */
    duration: number
    requests: readonly {
      method: string
      path: string
      headers: Readonly<Record<string, string>>
      body?: string
    }[]
  }): Promise<unknown>
}
