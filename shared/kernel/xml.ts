/** Writes XML 1.0: every text escaped, what XML cannot hold replaced. */

type Attributes = Record<string, string | number>

/** @param content is XML already. */
export function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
  return content === undefined
    ? `<${name}${written.join('')}/>\n`
    : `<${name}${written.join('')}>${content}</${name}>\n`
}

/** For attributes and content alike. Line breaks and tabs survive in attributes too. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 has no way to write.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\n\r\t]/g, (found) => named[found] ?? found)

const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
