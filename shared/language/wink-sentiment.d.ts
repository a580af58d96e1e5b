/** What is used of wink-sentiment; the package carries no types. */
declare module 'wink-sentiment' {
  function sentiment(phrase: string): { score: number; normalizedScore: number }
  export = sentiment
}
