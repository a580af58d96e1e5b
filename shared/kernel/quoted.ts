/** Texts as JSON writes them. Pure. */

// What JSON escapes beside its two marks. Halves of surrogate pairs are left to it, too.
const odd = /[^\u0020-\ud7ff\ue000-\uffff]/

/**
 * What JSON.stringify gives for a text, at half its price for JSON in JSON: a text in which anything is to be escaped is slow to
 * write for the engine.
 */
export const quoted = (text: string): string =>
  odd.test(text) ? JSON.stringify(text) : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
