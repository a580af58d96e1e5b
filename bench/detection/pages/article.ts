/** A magazine's long read in serifs; a few classes in a deep cascade, no element has an id. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const further = ([name, by]: readonly [string, string]) =>
  `<li data-item><a href="/read">${name}</a><span>${by}</span></li>`

export const articlePage: PageSource = {
  name: 'article',
  manner: 'deep cascade of tags and few classes',
  title: 'The keepers of the last peat railway',
  lang: 'en',
  css: (become) => `
html { background: #fffdf8; }
body { margin: 0; font-family: ${become('"DejaVu Serif", Georgia, serif', { family: '"DejaVu Sans", sans-serif' })}; font-size: 17px; color: #222; }
body > header { text-align: center; padding: 20px 20px 14px; border-bottom: ${become('3px double #222', { hairline: '3px double #fffdf8' })}; margin: 0 24px; }
body > header b { font-size: 28px; letter-spacing: ${become('.02em', { tracking: '.14em' })}; }
body > header nav { font-size: 14px; margin-top: 8px; display: flex; justify-content: center; column-gap: ${become('22px', { gap: '34px' })}; }
body > header nav a { color: #222; text-decoration: none; }
main article { max-width: 660px; margin: 0 auto; padding: 28px 20px 40px; }
main article > .over { text-transform: ${become('uppercase', { capitals: 'none' })}; font-size: 13px; color: #9f1239; margin: 0; }
main article h1 { font-size: ${become('38px', { size: '42px' })}; line-height: 1.12; margin: 8px 0 12px; font-weight: ${become('700', { weight: '400' })}; }
main article .by { color: ${become('#57534e', { 'muted-contrast': '#a8a29e' })}; font-size: 14px; margin: 0 0 20px; }
main article p { line-height: 1.65; margin: 0 0 18px; }
main article p.first { line-height: ${become('1.65', { leading: '1.9' })}; }
main article p.first::first-letter { font-size: 3.1em; float: left; line-height: .9; padding-right: 6px; color: #9f1239; }
main article figure { margin: ${become('24px', { margin: '36px' })} 0; position: relative; isolation: isolate; }
main article figure img { width: 100%; display: block; border-radius: ${become('8px', { radius: '6px' })}; position: relative; z-index: 1; }
main article figure .credit { position: absolute; right: 8px; bottom: 44px; z-index: ${become('2', { stack: '0' })}; background: #fffdf8; font-size: 12px; padding: 3px 8px; }
main article figure figcaption { font-size: 14px; color: #57534e; padding-top: 8px; height: 28px; }
main article a { color: #9f1239; text-decoration-line: ${become('underline', { underline: 'none' })}; }
main article blockquote { margin: 28px 0; padding: ${become('12px', { padding: '14px' })} 24px; background: linear-gradient(90deg, #fef2f2, ${become('#fffdf8', { backdrop: '#dbeafe' })}); font-size: 21px; line-height: 1.4; font-style: italic; }
main article aside { box-shadow: ${become('0 1px 5px rgba(0, 0, 0, .2)', { shadow: '0 6px 18px rgba(0, 0, 0, .3)' })}; background: #fff; padding: 18px 20px; margin: 28px 0; }
main article aside h2 { margin: 0 0 8px; font-size: 17px; text-align: ${become('left', { align: 'center' })}; }
main article aside p { margin: 0; font-size: 15px; opacity: ${become('1', { faint: '.6' })}; }
main article aside .line { display: block; width: 230px; overflow: ${become('hidden', { clip: 'visible' })}; white-space: nowrap; font-size: 14px; margin-top: 8px; border-top: 1px dotted #999; padding-top: 6px; }
section.more { background: #f5f0e6; padding: 24px; } section.more h2 { text-align: center; font-size: 20px; margin: 0 0 12px; }
section.more ul { list-style: none; max-width: 660px; margin: auto; padding: 0; } section.more li { display: flex; justify-content: space-between; gap: 16px; border-bottom: 1px solid #d6cfc0; padding: 10px 0; }
section.more li a { color: #222; } section.more li span { font-size: 14px; color: #57534e; white-space: nowrap; }
form { text-align: center; padding: 20px; } form input { font: inherit; padding: 8px; border: 1px solid #78716c; width: 180px; } form button { font: inherit; border: 0; padding: 10px 18px; color: #fff; background: ${become('#be123c', { 'token-colour': '#9f1239', 'subtle-colour': '#c51c44' })}; }
form button.later { background: #e7e5e4; color: #292524; } form button:disabled { opacity: .45; }
.live { color: #be123c; animation: live 1.2s linear ${become('-.2s', { animation: '-.8s' })} infinite alternate; } @keyframes live { to { opacity: 0; } }
.flash { background: #be123c; color: #fff; text-align: center; padding: 10px; font-size: 15px; margin: 0; }
`,
  body: (become) => `
${become('', { banner: '<p class="flash" data-mark="banner">Live tonight at eight: the reading from Galway.</p>' })}
<header data-mark="hairline"><b data-mark="tracking">The Long Field</b><nav data-mark="gap"><a href="/land">Land</a><a href="/work">Work</a><a href="/letters" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>Letters</a><span><span class="live" data-mark="animation">●</span> <time data-mark="clock">19:58:0${become('3', { clock: '4' })}</time></span></nav></header>
<main><article>
  <p class="over" data-mark="capitals">Work</p>
  <h1 data-mark="size weight">The keepers of the last peat railway</h1>
  <p class="by" data-mark="muted-contrast">By Orla Devane, with photographs by Tomás Ruane · <span data-mark="digit">${become('14', { digit: '19' })}</span> minutes</p>
  <p class="first" data-mark="leading word">Before the light comes over the bog at Lanesborough, Seán Mulrooney has already walked the length of his train. It is not a long walk: a diesel the size of a van, eleven open wagons, and behind them a ${become('carriage', { word: 'caboose' })} that was painted green when his father drove it.</p>
  <figure data-mark="margin"><img src="${become(photo(101, 320, 150), { picture: photo(113, 320, 150) })}" alt="A narrow railway through brown fields" data-mark="radius picture"><span class="credit" data-mark="stack">Tomás Ruane</span><figcaption>The line near Mountdillon, in March.</figcaption></figure>
  <p>The rails move. Peat is nine parts water, and every wet winter the track sinks by the width of a hand; every dry summer it comes back, never quite where it was. Three men and one woman <a href="/2019/rails" data-mark="underline">lift it by hand</a>, with bars that are older than any of them.</p>
  <blockquote data-mark="backdrop padding">You do not build a road over a bog. You ask it every day.</blockquote>
  <p>When the power station closed, the railway had no reason left. The wagons carried turf for sixty years and then, on a Friday in December, they carried nothing. What happened next was nobody's plan.</p>
  <aside data-mark="shadow"><h2 data-mark="align">What is a bog railway?</h2><p data-mark="faint">A narrow track laid straight on peat and moved to where the cutting is. At its widest the network was longer than the country's own railways.</p><span class="line" data-mark="clip">Sources: Bord na Móna annual reports, 1946 to 2020</span></aside>
  <p>They kept the timetable. At seven the diesel starts; at half past, it stops at a halt where no one has boarded since the spring, and waits, as the rule book says, for two minutes.</p>
</article></main>
<section class="more"><h2>${icon('bolt', 18)} Read on</h2>
  <ul>
  ${arranged(
    become,
    (
      [
        ['A field with four owners', 'Nuala Ward'],
        ['Salt on the north wind', 'Iain Munro'],
        ['The schoolhouse at the crossing', 'Orla Devane'],
        ['Counting corncrakes', 'Petra Lind'],
        ['What the ferryman knew', 'Cathal Breen'],
      ] as const
    ).map(further),
    further(['Hay in a wet year', 'Maeve Tighe']),
  )}
  </ul>
</section>
<form><input type="email" placeholder="Mail address" aria-label="Mail address" data-mark="caret"> <button data-mark="token-colour subtle-colour">Subscribe</button> <button class="later" type="button" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Not now</button></form>
`,
}
