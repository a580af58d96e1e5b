/** What the bench uses of pa11y; the package carries no types. */
declare module 'pa11y' {
  type Options = {
    runners: string[]
    standard: string
    timeout: number
    chromeLaunchConfig: { executablePath: string; args: string[] }
  }
  function pa11y(url: string, options: Options): Promise<{ issues: object[] }>
  export = pa11y
}
