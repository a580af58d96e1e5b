/** The front page of a paper: columns of serif text that runs around pictures, a drop cap, hyphens; styles by layers and nesting. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const brief = ([place, text]: readonly [string, string]) => `<li class="brief" data-item><b>${place}</b> ${text}</li>`

export const gazettePage: PageSource = {
  name: 'gazette',
  manner: 'layers and nesting',
  title: 'The Harbour Gazette',
  lang: 'en-GB',
  css: (become) => `
@layer base, parts;
@layer base { body { margin: 0; background: #fbf8f1; color: #1d1a16; font: 17px/1.55 ${become('"DejaVu Serif", serif', { family: '"DejaVu Sans", sans-serif' })}; hyphens: auto; } h1, h2, h3, p, ul, figure { margin: 0; } }
@layer parts {
  .top { padding: 16px 4vw; text-align: ${become('center', { align: 'left' })}; border-bottom: ${become('2px solid #1d1a16', { hairline: '0' })}; background: linear-gradient(90deg, #fbf8f1, ${become('#f1e7d0', { backdrop: '#d9ecf2' })}); & h1 { font-size: ${become('38px', { size: '41px' })}; font-weight: ${become('700', { weight: '400' })}; line-height: 1.15; } & small { letter-spacing: ${become('.06em', { tracking: '.16em' })}; } }
  .sheet { display: grid; grid-template-columns: 2fr 1fr; column-gap: ${become('30px', { gap: '44px' })}; padding: 20px 4vw 40px; }
  .lead { & h2 { font-size: 27px; line-height: 1.2; } & .by { font-size: 13px; text-transform: ${become('uppercase', { capitals: 'none' })}; color: ${become('#6b6154', { 'muted-contrast': '#a59b8c' })}; margin: 4px 0 ${become('12px', { margin: '18px' })}; } }
  .story { columns: 2; column-gap: 24px; text-align: justify; & p:first-child::first-letter { float: left; font-size: 54px; line-height: .9; padding-right: 6px; color: #8c2f1b; } & p + p { text-indent: 1.2em; line-height: ${become('1.55', { leading: '1.8' })}; } & img { float: right; width: 130px; height: 98px; margin: 4px 0 6px 12px; } & a { color: #8c2f1b; text-decoration: ${become('underline', { underline: 'none' })}; } }
  .plate { position: relative; isolation: isolate; margin-top: 18px; & img { display: block; width: 100%; height: 210px; object-fit: cover; position: relative; z-index: 1; } & figcaption { position: absolute; left: 14px; bottom: 12px; background: #1d1a16; color: #fff; padding: 5px 10px; font-size: 13px; z-index: ${become('2', { stack: '0' })}; } }
  .side { & h3 { font-size: 18px; margin-bottom: 8px; } & ul { list-style: none; padding: 0; } & .brief { padding: 8px 0; border-top: 1px solid #d8cfbd; font-size: 15px; line-height: 1.4; } }
  .tide { background: #e7f0ee; border-radius: ${become('8px', { radius: '6px' })}; padding: ${become('12px', { padding: '14px' })}; box-shadow: ${become('0 1px 2px rgb(60 40 10 / .2)', { shadow: '0 7px 16px rgb(60 40 10 / .32)' })}; margin: 18px 0; & p { font-size: 15px; } & .far { width: 165px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; } }
  .quote { font-style: italic; border-left: 3px solid #8c2f1b; padding-left: 12px; opacity: ${become('1', { faint: '.6' })}; }
  form { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 18px; & input { font: inherit; font-size: 15px; padding: 8px 10px; border: 1px solid #8d8371; background: #fff; width: 190px; } & button { font: inherit; font-size: 15px; border: 0; padding: 9px 16px; background: ${become('#8c2f1b', { 'token-colour': '#752412', 'subtle-colour': '#963824' })}; color: #fff; } & .plain { background: #e6dcc8; color: #1d1a16; } & button:disabled { color: #b3a892; background: #f3eddf; } }
  .flag { background: #fff0b8; padding: 9px 4vw; } .dot { display: inline-block; width: 9px; height: 9px; background: #8c2f1b; animation: ebb 1.6s linear ${become('-.3s', { animation: '-1s' })} infinite; } @keyframes ebb { to { background: #fbf8f1; } }
  @media (max-width: 760px) { .sheet { grid-template-columns: 1fr; row-gap: 20px; } .story { columns: 1; } }
}
`,
  body: (become) => `
${become('', { banner: '<div class="flag" data-mark="banner">Tomorrow there is no paper: it is the harbour holiday.</div>' })}
<header class="top" data-mark="align hairline backdrop"><h1 data-mark="size weight">The Harbour Gazette</h1><small data-mark="tracking">Tuesday, 14 May · No. 20,418 · <span class="dot" data-mark="animation"></span> <time data-mark="clock">11:20:3${become('6', { clock: '7' })}</time></small></header>
<main class="sheet" data-mark="gap">
  <article class="lead"><h2>Ferry to the islands runs all night from June</h2><p class="by" data-mark="capitals muted-contrast margin">By Ingrid Solheim</p>
    <div class="story"><p>Two boats that were built for the fjord will sail every forty minutes between the old pier and the three inhabited islands, the harbour board ${become('decided', { word: 'announced' })} on Monday. <img src="${become(photo(311, 130, 98), { picture: photo(327, 130, 98) })}" alt="The old pier" data-mark="picture">Those who work late on the mainland have asked for it since the bridge was given up.</p><p data-mark="leading word">A crossing will cost what it does by day. The board reckons with <b data-mark="digit">${become('1,940', { digit: '1,340' })}</b> passengers in a week, most of them on Fridays, and with noise that nobody will hear: the boats run on batteries which are charged at the pier. <a href="/ferry" data-mark="underline">Timetable and fares</a></p><p>“We shall see in the winter,” said the pilot of the first trial. Ice has closed the sound in four of the last ten years, and the new hulls are light.</p></div>
    <figure class="plate"><img src="${photo(345, 320, 105)}" alt="The sound in winter"><figcaption data-mark="stack">The sound, in February</figcaption></figure>
  </article>
  <aside class="side">
    <h3>In brief</h3>
    <ul>
    ${arranged(
      become,
      (
        [
          ['Market.', 'Herring fetched the most since March.'],
          ['School.', 'The roof of the gymnasium is tight again.'],
          ['Roads.', 'Cliff Road is closed until Thursday noon.'],
          ['Choir.', 'Auditions on Sunday, altos above all.'],
          ['Library.', 'Open on Saturdays till six from now on.'],
        ] as const
      ).map(brief),
      brief(['Weather.', 'Fog in the morning, then sun.']),
    )}
    </ul>
    <div class="tide" data-mark="radius shadow padding"><p><b>High water</b> 04:12 and 16:38</p><p>Low water 10:21 and 22:50</p><p class="far" data-mark="clip">measured at the outer mole, gauge 3</p></div>
    <p class="quote" data-mark="faint">“A harbour is a promise to come back.”</p>
    <p data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>${icon('house', 18)} Flats and rooms: page 7.</p>
    <form><input placeholder="Your address" aria-label="Your address" data-mark="caret"><button data-mark="token-colour subtle-colour">Have it sent</button><button class="plain" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Later</button></form>
  </aside>
</main>
`,
}
