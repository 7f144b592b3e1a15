/** The part of superagent that is used here; the package has no types. */
declare module 'superagent' {
  interface Asked extends PromiseLike<{ readonly status: number }> {
    set(header: string, value: string): Asked
    retry(times: number): Asked
  }
  const superagent: { get(url: string): Asked }
  export default superagent
}
