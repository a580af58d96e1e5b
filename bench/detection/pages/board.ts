/** A board of tasks in columns; styles as a preprocessor writes them, columns with ids that stay. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const task = (
  [name, label, who]: readonly [string, string, number],
  at: number,
  marks = '',
) => `<article class="task task-${label}" data-item ${marks}>
      <span class="task-label">${label}</span><h3 class="task-name">${name}</h3><footer class="task-foot"><img src="${photo(200 + who, 40, 40)}" alt="" class="task-face"><span>#${340 + at}</span></footer>
    </article>`

const plain = (text: string) => text.replace('data-item', '')

export const boardPage: PageSource = {
  name: 'board',
  manner: 'long selectors of a preprocessor',
  title: 'Release 4.2 · Boards',
  lang: 'en',
  css: (become) => `
body{margin:0;background:#0b3954;background:linear-gradient(120deg,#0b3954,${become('#087e8b', { backdrop: '#6a0572' })});font-family:${become('"Trebuchet MS","DejaVu Sans",sans-serif', { family: '"Palatino Linotype","DejaVu Serif",serif' })};font-size:14px;color:#14213d}
.app .app-head{display:flex;align-items:center;gap:14px;padding:12px 20px;background:rgba(255,255,255,.92);border-bottom:${become('1px solid #8d99ae', { hairline: '1px solid transparent' })}}
.app .app-head .app-name{font-size:${become('19px', { size: '21px' })};margin:0;font-weight:${become('700', { weight: '400' })};letter-spacing:${become('normal', { tracking: '.06em' })}}
.app .app-head .app-tools{margin-left:auto;display:flex;gap:8px;align-items:center}
.app .app-head input{padding:7px 10px;border:1px solid #8d99ae;border-radius:6px;font:inherit;width:130px}
.app .button{border:0;border-radius:6px;padding:8px 14px;font:inherit;background:#edf2f4;color:#14213d}
.app .button.button-main{background:${become('#c1121f', { 'token-colour': '#a30f1a', 'subtle-colour': '#c71a26' })};color:#fff}
.app .button[disabled]{opacity:.4}
.app .about{color:#fff;padding:14px 20px 0;max-width:720px}
.app .about p{margin:0 0 ${become('12px', { margin: '18px' })};line-height:${become('1.5', { leading: '1.8' })}}
.app .about a{color:#fff;text-decoration:${become('underline', { underline: 'none' })}}
.app .columns{display:grid;grid-template-columns:repeat(4,minmax(220px,1fr));gap:${become('16px', { gap: '24px' })};padding:16px 20px 40px;align-items:start}
.app .columns .column{background:#edf2f4;border-radius:10px;padding:${become('12px', { padding: '14px' })};position:relative}
.app .columns .column>h2{font-size:14px;margin:0 0 10px;display:flex;justify-content:${become('space-between', { align: 'center' })};text-transform:${become('none', { capitals: 'uppercase' })};gap:8px}
.app .columns .column>h2 .count{color:${become('#4a5568', { 'muted-contrast': '#a0aec0' })};font-weight:400}
.app .columns .column .task{background:#fff;border-radius:${become('8px', { radius: '6px' })};padding:10px 12px;margin-bottom:10px;box-shadow:${become('0 1px 2px rgba(20,33,61,.24)', { shadow: '0 5px 12px rgba(20,33,61,.34)' })};position:relative;z-index:1}
.app .columns .column .task .task-name{font-size:14px;margin:4px 0 10px;font-weight:600}
.app .columns .column .task .task-label{font-size:12px;border-left:10px solid #06a77d;padding-left:6px}
.app .columns .column .task.task-bug .task-label{border-color:#d62828}.app .columns .column .task.task-design .task-label{border-color:#7209b7}
.app .columns .column .task .task-foot{display:flex;align-items:center;gap:8px;color:#4a5568;font-size:12px}
.app .columns .column .task .task-face{width:22px;height:22px;border-radius:50%}
.app .columns .column .limit{position:absolute;right:-6px;top:46px;z-index:${become('2', { stack: '0' })};background:#fcbf49;padding:4px 10px;font-size:12px}
.app .columns .column .branch{width:150px;white-space:nowrap;overflow:${become('hidden', { clip: 'visible' })};font:12px monospace;background:#d8e2dc;padding:4px 6px;margin:0 0 10px}
.app .columns .column.later{opacity:${become('1', { faint: '.65' })}}
.app .saving{display:inline-block;width:60px;height:6px;background:#06a77d;transform-origin:left;animation:saving 1s linear ${become('-.1s', { animation: '-.55s' })} infinite}@keyframes saving{from{transform:scaleX(0)}}
.app .bar{background:#fcbf49;padding:10px 20px}
@media (max-width:900px){.app .columns{grid-template-columns:1fr}.app .app-head{flex-wrap:wrap}}
`,
  body: (become) => `
<div class="app">
${become('', { banner: '<div class="bar" data-mark="banner">Code freeze begins on Thursday at noon.</div>' })}
<header class="app-head" data-mark="hairline"><span>${icon(become('bolt', { picture: 'circle' }), 20, 'data-mark="picture"')}</span><h1 class="app-name" data-mark="size weight tracking">Release 4.2</h1><span class="saving" data-mark="animation"></span><div class="app-tools"><time data-mark="clock">10:10:4${become('6', { clock: '7' })}</time><input placeholder="Filter" aria-label="Filter" data-mark="caret"><button class="button" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Archive</button><button class="button button-main" data-mark="token-colour subtle-colour">Add task</button></div></header>
<section class="about"><p data-mark="leading margin word">What goes out on the 28th. A task moves to the right when somebody else has ${become('reviewed', { word: 'tested' })} it, never by whoever wrote it. <a href="/rules" data-mark="underline">How we work</a></p></section>
<main class="columns" data-mark="gap">
  <section class="column" id="column-next" data-mark="padding"><h2 data-mark="align capitals">Next <span class="count" data-mark="muted-contrast digit">${become('12', { digit: '13' })}</span></h2>
    ${arranged(
      become,
      (
        [
          ['Import from spreadsheets', 'feature', 1],
          ['Empty state of reports', 'design', 2],
          ['Time zones of repeats', 'bug', 3],
          ['Keyboard moves between lists', 'feature', 4],
          ['Slow first paint on phones', 'bug', 5],
        ] as const
      ).map((each, at) => task(each, at, at === 0 ? 'data-mark="radius shadow"' : '')),
      task(['Undo for archived boards', 'feature', 6], 9),
    )}
  </section>
  <section class="column" id="column-doing"><h2>Doing <span class="count">3</span></h2><span class="limit" data-mark="stack">at its limit</span>
    ${plain(task(['Search in attachments', 'feature', 7], 20))}
    <p class="branch" data-mark="clip">feature/search-in-attachments-and-comments</p>
    ${plain(task(['Avatars are cut off', 'bug', 8], 21))}
  </section>
  <section class="column" id="column-review"><h2>In review <span class="count">2</span></h2>
    ${plain(task(['Colours of labels', 'design', 9], 30))}
    <div data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>${plain(task(['Drag on touch screens', 'bug', 10], 31))}</div>
  </section>
  <section class="column later" id="column-done" data-mark="faint"><h2>Done <span class="count">8</span></h2>
    ${plain(task(['Export as CSV', 'feature', 11], 40))}
  </section>
</main>
</div>
`,
}
