/** What every page has around what it says: head, brand and foot. No script, nothing fetched from anywhere. */
import { html, type Markup } from '#api/pages/markup'

type Frame = {
  title: string
  style: string
  /** The link for those who skip the top. */
  skip: string
  slogan: string
  /** A Content-Security-Policy that the page has wherever it is opened, also as a file. */
  policy?: string
}

/** Up to where what the page says begins. */
export const pageTop = ({ title, style, skip, slogan, policy }: Frame): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">${
  policy !== undefined &&
  html`
<meta http-equiv="Content-Security-Policy" content="${policy}">`
}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<a class="skip" href="#main">${skip}</a>
<header class="top"><p class="wide"><span class="brand">Assay</span><span>${slogan}</span></p></header>
<main id="main" class="wide" tabindex="-1">`

export const pageBottom = (said: string): Markup => html`</main>
<footer class="bottom"><p class="wide">${said}</p></footer>
</body>
</html>`

export const write = (part: Markup): string => `${part.markup}\n`
