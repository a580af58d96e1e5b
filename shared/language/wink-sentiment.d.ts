/** What is used of wink-sentiment; the package carries no types. */
declare module 'wink-sentiment' {
  function sentiment(phrase: string): { score: number; normalizedScore: number }
  export = sentiment
}
declare module 'wink-sentiment/src/afinn-en-165.js' {
  const scores: Record<string, number>
  export = scores
}
declare module 'wink-sentiment/src/afinn-en-165-2grams.js' {
  const scores: Record<string, Record<string, number>>
  export = scores
}
declare module 'wink-sentiment/src/emojis.js' {
  const scores: Record<string, number>
  export = scores
}
declare module 'wink-sentiment/src/emoticons.js' {
  const scores: Record<string, number>
  export = scores
}
declare module 'wink-sentiment/src/negations.js' {
  const words: Record<string, boolean>
  export = words
}
