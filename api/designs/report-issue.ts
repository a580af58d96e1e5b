/** One issue of a design report: what is wrong, where, what it was and is, and the line that mends it. Pure. */
import { type Drawn, isOn, pieceOf } from '#api/designs/report-pictures'
import { severityTag, titleOf } from '#api/pages/finding'
import { html, type Markup } from '#api/pages/markup'
import type { DesignIssue } from '#db/documents/design-report'
import { countOf } from '#shared/accessibility/wording'

export type NumberedIssue = DesignIssue & { number: number }

const pieceNames = [
  { name: 'before', said: 'Baseline' },
  { name: 'after', said: 'Now' },
] as const

/** @param hasPieces whether it has pieces of the pictures of its own. */
export function issueItem(issue: NumberedIssue, drawn: Drawn, hasPieces: boolean): Markup {
  const { number, type, severity, elements, violation, element, token, recommendation, box } = issue
  const isSeen = box !== null && isOn(box, drawn) && (drawn.has.before || drawn.has.after)
  const { said, declarations } = splitDeclarations(recommendation)
  return html`<li id="issue-${number}">
<div>
<div class="line"><span class="number-of">#${number}</span> <h3>${titleOf(type)}</h3> ${severityTag(severity)} ${elements > 1 && html`<span class="soft small">${countOf(elements, 'element')}</span>`}</div>
<p>${short(violation)}</p>
${changeOf(issue)}
<p class="facts"><span>Element <code>${short(element)}</code>${elements > 1 && ` and ${countOf(elements - 1, 'other')}`}</span>${token !== null && html` <span>Token <code>${short(token)}</code></span>`}${isSeen && html` <a href="#box-${number}">Issue ${number} on the picture</a>`}</p>
${said !== '' && html`<p>${withRules(short(said), element)}</p>`}
${declarations.length > 0 && html`<pre><code>${declarations.map(short).join('\n')}</code></pre>`}
</div>
${isSeen && hasPieces && html`<div class="pieces">${pieceNames.map(({ name, said: caption }) => drawn.has[name] && html`<figure><figcaption>${caption}</figcaption>${pieceOf(drawn, { name, label: `Issue ${number}, ${caption.toLowerCase()}`, box })}</figure>`)}</div>`}
</li>`
}

function changeOf({ property, before, after }: NumberedIssue): Markup | false {
  if (property === null && before === null && after === null) return false
  const was = before !== null && html`<del class="was">${swatchOf(before)}<code>${short(before)}</code></del>`
  const is = after !== null && html`<span>${swatchOf(after)}<code>${short(after)}</code></span>`
  const between =
    before !== null && after !== null && html`<span class="became"><span class="unseen">became</span></span>`
  const alone = before === null ? 'now' : after === null ? 'was' : undefined
  return html`<p class="change">${property !== null && html`<code>${property}</code>`} ${alone !== undefined && (before ?? after) !== null && alone} ${was} ${between} ${is}</p>`
}

/** Colours as style sheets compute them, and as people write them in numbers. */
const color =
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|transparent|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([a-z0-9\s.,%/+-]{1,80}\))$/i

/** A piece of the colour, on two greys where it lets something through. */
function swatchOf(value: string): Markup | false {
  if (!color.test(value)) return false
  return html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path fill="#ffffff" d="M0 0h16v16H0z"/><path fill="#c8c8c8" d="M0 0h8v8H0zM8 8h8v8H8z"/><rect width="16" height="16" fill="${value}"/></svg>`
}

const declaration = /(?<![\w-])`?((?:--)?[a-z][a-z-]*: (?:[^;:{}<>\n]|:(?! )){1,200};)`?/g

/** A recommendation again in what it says and the lines of CSS at its end. */
export function splitDeclarations(recommendation: string): { said: string; declarations: string[] } {
  const declarations: string[] = []
  let said = recommendation
  for (;;) {
    const last = [...said.matchAll(declaration)].at(-1)
    if (
      last?.[1] === undefined ||
      said
        .slice(last.index + last[0].length)
        .trim()
        .replace(/^\.$/, '') !== ''
    )
      break
    declarations.unshift(last[1])
    said = said.slice(0, last.index).trimEnd()
  }
  return { said: said.replace(/:$/, '.'), declarations }
}

const rule = /\{ [^{}]{1,300}; \}/

/** A rule for the element that stands within the words, as code. */
function withRules(said: string, element: string): Markup {
  const found = rule.exec(said)
  if (!found) return html`${said}`
  // In a frame the rule names the element by what it is there.
  const selector = `${element.split(' >>> ').at(-1) ?? ''} `
  const start = said.slice(0, found.index).endsWith(selector) ? found.index - selector.length : found.index
  const end = found.index + found[0].length
  return html`${said.slice(0, start)}<code>${said.slice(start, end)}</code>${said.slice(end)}`
}

const longest = 400

/** Selectors and values have no end of their own. */
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text)
