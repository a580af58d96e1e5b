/** What is used of rake-modified, which has no types of its own. */
declare module 'rake-modified' {
  /** Phrases with their scores, the best first. */
  const rake: (text: string) => Record<string, number>
  export = rake
}
