/** A page of a manual with code and a side bar; styles for plain tags, ids on its headings. */
import { arranged, icon, type PageSource } from '#bench/detection/source'

const chapter = ([name, at]: readonly [string, string]) => `<li data-item><a href="#${at}">${name}</a></li>`

const options = [
  ['--watch', 'Build again whenever a file changes.'],
  ['--out DIR', 'Where to write; made if it is not there.'],
  ['--jobs N', 'Files at once. Without it, one per core.'],
  ['--quiet', 'Say nothing but errors.'],
  ['--cache DIR', 'Keep what was built for the next time.'],
] as const

export const manualPage: PageSource = {
  name: 'manual',
  manner: 'plain tags',
  title: 'Building a site · Quill manual',
  lang: 'en',
  css: (become) => `
body { margin: 0; font-family: ${become('"DejaVu Sans", sans-serif', { family: '"DejaVu Serif", serif' })}; font-size: 15px; line-height: 1.6; color: #24292f; display: grid; grid-template-columns: 240px 1fr; grid-template-areas: "head head" "side main" "foot foot"; }
header { grid-area: head; display: flex; justify-content: ${become('space-between', { align: 'flex-end' })}; align-items: center; background: linear-gradient(to right, #24292f, ${become('#424a53', { backdrop: '#0550ae' })}); color: #fff; padding: 10px 24px; gap: 16px; }
header strong { letter-spacing: ${become('.01em', { tracking: '.1em' })}; font-size: 18px; }
header input { border: 0; border-radius: 6px; padding: 7px 10px; font: inherit; font-size: 14px; width: 150px; }
aside { grid-area: side; border-right: ${become('1px solid #d0d7de', { hairline: '1px solid #fff' })}; padding: 20px; }
aside h2 { font-size: 13px; text-transform: ${become('uppercase', { capitals: 'none' })}; margin: 0 0 8px; color: ${become('#57606a', { 'muted-contrast': '#9da5ae' })}; }
aside ul { list-style: none; padding: 0; margin: 0 0 16px; } aside li { padding: 4px 0; } aside a { color: #0969da; text-decoration: none; }
main { grid-area: main; padding: 24px 40px 48px; max-width: 760px; min-width: 0; }
h1 { font-size: ${become('30px', { size: '34px' })}; margin: 0 0 8px; line-height: 1.2; } main h2 { margin: 32px 0 8px; font-size: 21px; font-weight: ${become('700', { weight: '400' })}; }
main p { margin: 0 0 ${become('14px', { margin: '21px' })}; }
main p + p { line-height: ${become('1.6', { leading: '1.8' })}; }
main a { color: #0969da; text-decoration: ${become('underline', { underline: 'none' })}; }
pre { background: #f6f8fa; padding: ${become('12px', { padding: '14px' })}; border-radius: ${become('8px', { radius: '6px' })}; overflow: auto; font: 13px/1.5 "DejaVu Sans Mono", monospace; box-shadow: ${become('inset 0 0 0 1px #d0d7de', { shadow: 'inset 0 0 0 2px #d0d7de, 0 4px 8px rgb(0 0 0 / .12)' })}; }
code { font-family: "DejaVu Sans Mono", monospace; font-size: 13px; } kbd { border: 1px solid #afb8c1; border-radius: 4px; padding: 1px 5px; font-size: 12px; }
figure { margin: 20px 0; position: relative; isolation: isolate; } figure pre { position: relative; z-index: 1; margin: 0; padding-top: 28px; }
figcaption { position: absolute; top: 0; right: 0; z-index: ${become('2', { stack: '0' })}; background: #8250df; color: #fff; padding: 3px 10px; font-size: 12px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px ${become('18px', { gap: '30px' })}; } dd { margin: 0; } dt { font-weight: 700; }
blockquote { margin: 16px 0; border-left: 4px solid #d4a72c; background: #fff8c5; padding: 10px 16px; opacity: ${become('1', { faint: '.65' })}; }
button { background: ${become('#1f883d', { 'token-colour': '#1a7f37', 'subtle-colour': '#248f43' })}; color: #fff; border: 0; border-radius: 6px; padding: 9px 16px; font: inherit; }
button[type=reset] { background: #eaeef2; color: #24292f; } button:disabled { color: #afb8c1; }
output { display: block; width: 220px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; background: #ddf4ff; padding: 6px 8px; font-size: 13px; margin: 12px 0; }
footer { grid-area: foot; border-top: 1px solid #d0d7de; padding: 16px 24px; font-size: 13px; } footer a { color: inherit; }
dialog { display: block; position: static; border: 0; margin: 0; width: auto; max-width: none; background: #ffebe9; padding: 10px 24px; grid-column: 1 / -1; }
@keyframes beat { from { color: #cf222e; } to { color: #ffebe9; } } header i { animation: beat 1s linear ${become('-.1s', { animation: '-.6s' })} infinite alternate; font-style: normal; }
@media (max-width: 760px) { body { grid-template-columns: 1fr; grid-template-areas: "head" "main" "side" "foot"; } main { padding: 20px 16px; } aside { border-right: 0; border-bottom: ${become('1px solid #d0d7de', { hairline: '1px solid #fff' })}; } header input { width: 90px; } }
`,
  body: (become) => `
${become('', { banner: '<dialog open data-mark="banner">This is the manual of version 3; version 4 has one of its own.</dialog>' })}
<header data-mark="align backdrop"><strong data-mark="tracking">Quill</strong><span><i data-mark="animation">●</i> <small data-mark="clock">built 08:15:2${become('2', { clock: '3' })}</small></span><input placeholder="Search" aria-label="Search the manual" data-mark="caret"></header>
<aside data-mark="hairline">
  <h2 data-mark="capitals muted-contrast">In this part</h2>
  <ul>
  ${arranged(
    become,
    (
      [
        ['Building a site', 'build'],
        ['Options', 'options'],
        ['A first page', 'first'],
        ['Themes', 'themes'],
        ['Putting it online', 'online'],
        ['When it fails', 'fails'],
      ] as const
    ).map(chapter),
    chapter(['Including files', 'including']),
  )}
  </ul>
  <p data-mark="hidden" ${become('', { hidden: 'hidden' })}>Press <kbd>/</kbd> to search.</p>
</aside>
<main>
  <h1 id="build" data-mark="size">Building a site</h1>
  <p data-mark="margin">Quill reads every Markdown file below a folder and writes one page for each, with what it links to.</p>
  <p data-mark="leading word">Nothing is written until all pages have been read, so a link to a page that is not there ${become('stops', { word: 'fails' })} the build and leaves the last good site in place. Pictures are copied once, by their digest.</p>
  <pre data-mark="padding radius shadow"><code>$ quill build docs --out site
read    <b data-mark="digit">${become('148', { digit: '146' })}</b> pages, 31 pictures
wrote   site/ in 0.42 s
</code></pre>
  <h2 id="options" data-mark="weight">Options</h2>
  <dl data-mark="gap">
    ${options.map(([name, text]) => `<dt><code>${name}</code></dt><dd>${text}</dd>`).join('\n    ')}
  </dl>
  <blockquote data-mark="faint"><strong>Careful:</strong> a folder that is named with <code>--out</code> is emptied first.</blockquote>
  <h2 id="first">A first page</h2>
  <figure><figcaption data-mark="stack">docs/index.md</figcaption><pre><code>---
title: Welcome
order: 1
---
Hello from **Quill**. See [the options](options.md).
</code></pre></figure>
  <p>${icon(become('check', { picture: 'cross' }), 20, 'data-mark="picture"')} That is all there is to it. <a href="/manual/themes.html" data-mark="underline">Themes</a> change how it looks.</p>
  <output data-mark="clip">https://quill.example.org/preview/7f3a/docs/index.html</output>
  <form><button type="submit" data-mark="token-colour subtle-colour">This helped</button> <button type="reset" data-mark="disabled" ${become('', { disabled: 'disabled' })}>It did not</button></form>
</main>
<footer>Quill 3.8 · <a href="/assets/manual.{{hash}}.pdf">as a PDF</a> · <a href="/licence">Licence</a></footer>
`,
}
