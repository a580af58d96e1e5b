/** A month of a shared calendar; styles nested, on a grid, colours as oklch, no element has an id. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const events: Record<number, readonly string[]> = {
  3: ['Choir'],
  5: ['Dentist', 'Parents’ evening'],
  11: ['Rehearsal'],
  12: ['Train to Ghent'],
  17: ['Rent'],
  19: ['Ada’s birthday', 'Cake!'],
  24: ['Rehearsal'],
  27: ['Concert'],
}

const cell = (day: number) =>
  `<div class="day"><span>${day}</span>${(events[day] ?? []).map((name) => `<p class="event tone-${day % 3}">${name}</p>`).join('')}</div>`

const soon = ([day, name, place]: readonly [string, string, string]) =>
  `<li data-item><b>${day}</b><span>${name}<br><small>${place}</small></span></li>`

export const calendarPage: PageSource = {
  name: 'calendar',
  manner: 'nested rules, grid, oklch colours',
  title: 'March · Our calendar',
  lang: 'en',
  css: (become) => `
body { margin: 0; font-family: ${become('"DejaVu Sans", sans-serif', { family: 'monospace' })}; font-size: 15px; color: oklch(28% .03 160); background: oklch(98% .01 150); }
.frame {
  display: grid; grid-template-columns: 1fr 280px; min-height: 720px;
  & > header { grid-column: 1 / -1; display: flex; align-items: center; gap: 14px; padding: 14px 22px; border-bottom: ${become('1px solid oklch(88% .02 160)', { hairline: 'none' })}; background: linear-gradient(oklch(100% 0 0), ${become('oklch(95% .03 160)', { backdrop: 'oklch(90% .08 60)' })});
    & h1 { margin: 0; font-size: ${become('24px', { size: '27px' })}; font-weight: ${become('700', { weight: '400' })}; }
    & .name { letter-spacing: ${become('0', { tracking: '.08em' })}; }
    & input { margin-left: auto; border: 1px solid oklch(75% .03 160); border-radius: 6px; padding: 7px 10px; font: inherit; width: 140px; }
  }
  & button { font: inherit; border: 0; border-radius: 6px; padding: 8px 14px; background: oklch(93% .02 160); color: inherit;
    &.new { background: ${become('oklch(50% .12 160)', { 'token-colour': 'oklch(44% .11 160)', 'subtle-colour': 'oklch(51.8% .12 160)' })}; color: #fff; }
    &:disabled { color: oklch(75% .02 160); cursor: not-allowed; }
  }
}
.month { padding: 18px 22px; min-width: 0;
  & .names { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); font-size: 13px; color: ${become('oklch(45% .03 160)', { 'muted-contrast': 'oklch(72% .03 160)' })}; text-transform: ${become('none', { capitals: 'uppercase' })}; margin-bottom: ${become('8px', { margin: '14px' })}; & span { text-align: ${become('left', { align: 'center' })}; } }
  & .days { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: ${become('4px', { gap: '8px' })}; }
  & .day { background: #fff; border-radius: 4px; min-height: 88px; padding: 6px; font-size: 13px; & > span { display: block; } }
  & .event { margin: 4px 0 0; padding: 2px 6px; border-radius: 4px; font-size: 12px; overflow: hidden; text-overflow: clip; white-space: nowrap; background: oklch(92% .05 160); &.tone-1 { background: oklch(92% .06 60); } &.tone-2 { background: oklch(92% .05 290); } }
}
.side { background: #fff; padding: 18px; border-left: 1px solid oklch(90% .02 160);
  & .next { border-radius: ${become('8px', { radius: '6px' })}; box-shadow: ${become('0 1px 4px oklch(28% .03 160 / .2)', { shadow: '0 6px 16px oklch(28% .03 160 / .3)' })}; padding: ${become('12px', { padding: '14px' })}; line-height: ${become('1.5', { leading: '1.8' })}; background: oklch(97% .02 160); }
  & ul { list-style: none; margin: 16px 0; padding: 0; & li { display: flex; gap: 12px; padding: 8px 0; border-bottom: 1px dotted oklch(85% .02 160); & b { width: 52px; } } }
  & small { color: oklch(45% .03 160); }
  & .photo { position: relative; isolation: isolate; & img { width: 100%; height: 110px; object-fit: cover; display: block; position: relative; z-index: 1; border-radius: 6px; } & span { position: absolute; left: 8px; bottom: 8px; z-index: ${become('2', { stack: '0' })}; background: oklch(28% .03 160); color: #fff; font-size: 12px; padding: 3px 8px; } }
  & .share { width: 190px; white-space: nowrap; overflow: ${become('hidden', { clip: 'visible' })}; font-size: 13px; background: oklch(95% .02 160); padding: 6px; margin: 12px 0; }
  & a { color: oklch(45% .12 160); text-decoration: ${become('underline', { underline: 'none' })}; }
  & .dim { opacity: ${become('1', { faint: '.55' })}; font-size: 13px; }
}
.sync { display: inline-block; width: 10px; height: 10px; border-radius: 50%; background: oklch(60% .15 150); animation: sync 1s ease ${become('-.1s', { animation: '-.6s' })} infinite alternate; } @keyframes sync { to { background: oklch(95% .03 150); } }
.strip { grid-column: 1 / -1; background: oklch(40% .1 250); color: #fff; padding: 10px 22px; }
@media (max-width: 800px) { .frame { grid-template-columns: 1fr; } .frame > header { flex-wrap: wrap; } .month { padding: 12px; } .month .day { min-height: 64px; padding: 3px; } }
`,
  body: (become) => `
<div class="frame">
${become('', { banner: '<div class="strip" data-mark="banner">Clocks go forward on Sunday the 29th.</div>' })}
<header data-mark="hairline backdrop"><span>${icon(become('house', { picture: 'star' }), 22, 'data-mark="picture"')}</span><h1 data-mark="size weight">March</h1><span class="name" data-mark="tracking">The Verhoevens</span><button data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>Today</button><button data-mark="disabled" ${become('', { disabled: 'disabled' })}>Print</button><button class="new" data-mark="token-colour subtle-colour">New event</button><input placeholder="Find" aria-label="Find" data-mark="caret"></header>
<main class="month"><div class="names" data-mark="muted-contrast capitals margin">${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => `<span data-mark="align">${name}</span>`).join('')}</div>
<div class="days" data-mark="gap">${Array.from({ length: 31 }, (_, at) => cell(at + 1)).join('\n')}</div></main>
<aside class="side">
  <div class="next" data-mark="radius shadow padding leading word">Next: <b>Rehearsal</b> at <span data-mark="digit">${become('19:30', { digit: '18:30' })}</span> in the old ${become('brewery', { word: 'bakery' })}, second floor. Bring the blue folder, and the key for the piano.</div>
  <ul>
  ${arranged(
    become,
    (
      [
        ['Tue 11', 'Rehearsal', 'Old brewery'],
        ['Wed 12', 'Train to Ghent', 'Platform 4, 08:12'],
        ['Mon 17', 'Rent', 'Joint account'],
        ['Wed 19', 'Ada’s birthday', 'Home'],
        ['Fri 27', 'Concert', 'St Bavo’s'],
      ] as const
    ).map(soon),
    soon(['Thu 13', 'Swimming', 'Rozebroeken']),
  )}
  </ul>
  <div class="photo"><img src="${photo(173, 240, 110)}" alt="The choir"><span data-mark="stack">Last concert</span></div>
  <div class="share" data-mark="clip">https://cal.example.org/s/verhoeven/9f3k2m</div>
  <p class="dim" data-mark="faint"><span class="sync" data-mark="animation"></span> In step with two phones. <a href="/devices" data-mark="underline">Devices</a> <time data-mark="clock">08:30:2${become('1', { clock: '2' })}</time></p>
</aside>
</div>
`,
}
