/** Departures of a station, light on dark, in condensed type and columns of figures; styles by attributes. */
import { arranged, icon, type PageSource } from '#bench/detection/source'

const train = ([at, line, to, track, state]: readonly string[]) =>
  `<tr data-item><td data-cell="time">${at}</td><td><span data-line>${line}</span></td><td>${to}</td><td data-cell="track">${track}</td><td data-cell="state">${state}</td></tr>`

const trains = [
  ['07:42', 'IC 813', 'Aarhus H', '4', 'on time'],
  ['07:46', 'RE 1206', 'Ringsted · Næstved', '7', '3 min late'],
  ['07:51', 'B', 'Høje Taastrup', '9', 'on time'],
  ['07:53', 'IC 545', 'Odense', '5', 'cancelled'],
  ['08:02', 'EC 391', 'Hamburg Hbf', '6', 'on time'],
  ['08:04', 'RE 2318', 'Helsingør', '1', 'on time'],
  ['08:10', 'IC 137', 'Aalborg Lufthavn', '4', 'on time'],
  ['08:12', 'F', 'Ny Ellebjerg', '11', '1 min late'],
] as const

export const timetablePage: PageSource = {
  name: 'timetable',
  manner: 'attributes',
  title: 'Departures · København H',
  lang: 'en',
  css: (become) => `
html { background: #0b1320; }
body { margin: 0; color: #e6edf7; font: 16px/1.4 ${become('"DejaVu Sans Condensed", "DejaVu Sans", sans-serif', { family: '"DejaVu Serif", serif' })}; }
[data-bar] { display: flex; align-items: center; justify-content: ${become('space-between', { align: 'flex-start' })}; gap: 14px; padding: 12px 22px; background: linear-gradient(180deg, #14233b, ${become('#0f1b2e', { backdrop: '#4a1d3f' })}); border-bottom: ${become('1px solid #2b3d5c', { hairline: '0' })}; }
[data-bar] strong { font-size: ${become('21px', { size: '23px' })}; letter-spacing: ${become('.02em', { tracking: '.1em' })}; }
[data-bar] input { background: #1b2c47; color: #e6edf7; border: 1px solid #3b5174; border-radius: 5px; padding: 7px 9px; font: inherit; width: 170px; }
[data-bar] input::placeholder { color: #9fb2cf; opacity: 1; }
[data-grid] { display: grid; grid-template-columns: minmax(0, 2.4fr) minmax(0, 1fr); column-gap: ${become('22px', { gap: '34px' })}; padding: 0 22px; margin: ${become('18px', { margin: '27px' })} 0; }
table { width: 100%; border-collapse: collapse; background: #101c30; }
th { text-align: left; font-size: 12px; text-transform: ${become('uppercase', { capitals: 'none' })}; color: ${become('#8fa3c2', { 'muted-contrast': '#5d6f8d' })}; padding: 8px 10px; font-weight: 400; }
td { padding: 9px 10px; border-top: 1px solid #22334f; } td[data-cell=time] { font: 700 18px "DejaVu Sans Mono", monospace; color: #ffd166; } td[data-cell=track] { text-align: right; font-weight: 700; }
td[data-cell=state] { white-space: nowrap; color: #a8e0b5; } [data-line] { background: #23406b; padding: 1px 7px; border-radius: 3px; font-size: 14px; white-space: nowrap; }
[data-card] { background: #16253d; border-radius: ${become('8px', { radius: '6px' })}; box-shadow: ${become('0 1px 3px rgb(0 0 0 / .6)', { shadow: '0 8px 20px rgb(0 0 0 / .9)' })}; padding: ${become('12px', { padding: '14px' })}; margin-bottom: 16px; }
[data-card] h2 { font-size: 17px; margin: 0 0 6px; font-weight: ${become('700', { weight: '400' })}; } [data-card] p { margin: 0 0 8px; line-height: ${become('1.45', { leading: '1.75' })}; }
a { color: #7cc4ff; text-decoration: ${become('underline', { underline: 'none' })}; }
button { border: 0; border-radius: 5px; padding: 9px 15px; font: inherit; background: ${become('#2f6fd0', { 'token-colour': '#2459ab', 'subtle-colour': '#3a77d6' })}; color: #fff; }
button[data-quiet] { background: #2a3b57; color: #cdd9ec; } button:disabled { color: #64769a; background: #182438; }
[data-map] { position: relative; isolation: isolate; height: 110px; background: #1c2f4d; border-radius: 6px; margin-bottom: 10px; } [data-map] i { position: absolute; left: 0; right: 0; top: 52px; height: 6px; background: #e4572e; z-index: 1; }
[data-map] b { position: absolute; left: 40%; top: 40px; padding: 5px 9px; background: #f2f5fa; color: #0b1320; font-size: 13px; z-index: ${become('2', { stack: '0' })}; }
[data-strip] { display: flex; gap: 4px; opacity: ${become('1', { faint: '.55' })}; } [data-strip] span { flex: 1; height: 26px; background: #3d7edb; } [data-strip] span:nth-child(3n) { background: #e9a13b; }
[data-next] { width: 180px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; font-size: 14px; margin: 8px 0 0; }
[data-lamp] { display: inline-block; width: 11px; height: 11px; background: #39d98a; animation: lamp 1.2s linear ${become('-.2s', { animation: '-.7s' })} infinite; } @keyframes lamp { to { background: #0b1320; } }
[data-alert] { background: #7a3b00; padding: 10px 22px; }
@media (max-width: 700px) { [data-grid] { grid-template-columns: 1fr; row-gap: 16px; padding: 0 10px; } td, th { padding: 7px 5px; } [data-bar] { flex-wrap: wrap; } }
`,
  body: (become) => `
${become('', { banner: '<div data-alert data-mark="banner">Signals at Valby are being mended: allow for ten minutes more.</div>' })}
<header data-bar data-mark="align hairline backdrop"><strong data-mark="size tracking">København H</strong><span><span data-lamp data-mark="animation"></span> <time data-mark="clock">07:39:4${become('1', { clock: '2' })}</time></span><input placeholder="Where to?" aria-label="Where to" data-mark="caret"></header>
<main data-grid data-mark="gap margin">
  <section>
    <table><thead><tr><th data-mark="capitals muted-contrast">Time</th><th>Train</th><th>To</th><th>Track</th><th>State</th></tr></thead><tbody>
    ${arranged(become, trains.map(train), train(['07:49', 'L 47', 'Roskilde', '8', 'on time']))}
    </tbody></table>
  </section>
  <aside>
    <div data-card data-mark="radius shadow padding"><h2 data-mark="weight">Trains to Odense</h2><p data-mark="leading word">Between 8 and 11 trains stop at Høje Taastrup ${become('only', { word: 'instead' })}. Tickets for a train that is cancelled are good for the next two. <a href="/changes" data-mark="underline">All changes</a></p><p>Still free: <b data-mark="digit">${become('214', { digit: '274' })}</b> seats</p><button data-mark="token-colour subtle-colour">Buy a ticket</button> <button data-quiet data-mark="disabled" ${become('', { disabled: 'disabled' })}>Reserve</button><p data-next data-mark="clip">Next from track 5: 08:23 to Esbjerg</p></div>
    <div data-map><i></i><b data-mark="stack">You are here</b></div>
    <div data-strip data-mark="faint">${Array.from({ length: 10 }, () => '<span></span>').join('')}</div>
    <p data-mark="hidden" ${become('', { hidden: 'hidden' })}>Lifts work at all tracks today.</p>
    <p>${icon(become('clock', { picture: 'bolt' }), 22, 'data-mark="picture"')} Doors close a minute before.</p>
  </aside>
</main>
`,
}
