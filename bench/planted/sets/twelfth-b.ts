/** Failures that earlier parts told of, planted anew in other words, by an auditor who did not look at the checks: second half. */
import { drawn, type Plant, roomy } from '#bench/planted/plant'

/** A picture of its own width and height that needs no network. */
const sheetOf = (width: number, height: number, shapes: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>${shapes}</svg>`)}`

/** For the head, where words run to the left: the link past the navigation waits above the page, where nothing scrolls to it. */
const skipAbove = '<style>.skip:not(:focus){left:0;top:-999px}</style>'

export const bVariants: readonly Plant[] = [
  {
    id: 'bicycles-dogs-and-skis-under-one-heading-xii',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'what may be taken into the train is six paragraphs about six matters under one heading',
    where: '.przewoz, .przewoz *',
    about: /heading|section/,
    site: 'kolej',
    main: (is) => {
      const matters = [
        [
          'Rowery',
          'Rower przewozi się w pierwszym albo ostatnim wagonie, na wieszaku lub przy pasach. W weekendy trzeba kupić do niego osobny bilet za siedem złotych, a rowery dzieci do lat sześciu jadą bezpłatnie. Konduktor może odmówić przewozu, gdy wszystkie wieszaki są zajęte.',
        ],
        [
          'Psy i inne zwierzęta',
          'Mały pies w koszyku albo w torbie jedzie za darmo. Duży pies musi mieć kaganiec, smycz i bilet, a jego opiekun świadectwo szczepienia. Pies przewodnik może wejść do każdego wagonu, także do restauracyjnego, i nie potrzebuje ani kagańca, ani biletu.',
        ],
        [
          'Bagaż podręczny',
          'Walizki i plecaki kładzie się na półkach albo pod siedzeniem, tak aby nie zastawiały przejścia. Za rzeczy pozostawione bez opieki odpowiada podróżny. Rzeczy dłuższych niż trzy metry nie przyjmujemy wcale.',
        ],
        [
          'Narty i sanki',
          'Od grudnia do marca w każdym pociągu do Krynicy jest wagon ze stojakami. Narty przewozi się w pokrowcu, a sanki na półce. W pozostałych pociągach narty trzyma się przy sobie, w przedsionku.',
        ],
        [
          'Wózki dziecięce i wózki inwalidzkie',
          'Szerokie drzwi i podnośnik ma drugi wagon każdego składu. O pomoc przy wsiadaniu prosimy zadzwonić dzień wcześniej, do godziny osiemnastej. Opiekun osoby na wózku płaci pięć procent ceny biletu.',
        ],
        [
          'Rzeczy znalezione',
          'To, co zostało w pociągu, przechowujemy przez trzy miesiące w biurze na dworcu w Starym Sączu. Można tam przyjść w dni robocze od ósmej do piętnastej. Dokumenty oddajemy od razu urzędowi, który je wydał.',
        ],
      ] as const
      return `<section class="przewoz" aria-labelledby="przewoz-tytul"><h2 id="przewoz-tytul">Przewóz rzeczy i zwierząt</h2>${matters.map(([name, words]) => `${is ? '' : `<h3>${name}</h3>`}<p>${words}</p>`).join('\n')}</section>`
    },
  },
  {
    id: 'frieze-named-after-its-path-xii',
    technique: 'F38',
    criterion: '1.1.1',
    wrong:
      'a drawn frieze above a quotation is there for looks alone and is read out by the name that a drawing program gave its path',
    where: '.fregio, .fregio *',
    about: /alt|svg|decorat|image|name|title/,
    site: 'museo',
    head: () => '<style>.fregio svg{display:block;width:180px;height:24px}.fregio blockquote{margin:.5rem 0}</style>',
    main: (is) =>
      `<figure class="fregio" style="margin:0 0 1.5rem"><svg viewBox="0 0 180 24" ${is ? 'role="img" aria-labelledby="t27"><title id="t27">Tracciato 27 copia</title>' : 'aria-hidden="true">'}<path fill="none" stroke="#0f4c81" stroke-width="2" d="M2 12c10-14 20 14 30 0s20 14 30 0 20 14 30 0 20 14 30 0 20 14 30 0 14 10 26 0"/></svg><blockquote><p>«La terra si ricorda delle mani: se hai fretta, la crepa lo racconta a tutti.»</p></blockquote><figcaption>Ada Brunetti, ceramista, dalla conversazione con i ragazzi della scuola media</figcaption></figure>`,
  },
  {
    id: 'editions-to-pick-without-a-name-xii',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'a listbox written by hand from which the edition is picked has no name',
    where: '.editions, .editions *',
    about: /label|name|listbox/,
    site: 'journal',
    head: () =>
      '<style>.editions{list-style:none;padding:0;margin:.5rem 0;max-width:22rem;border:1px solid #555}.editions li{display:flex;align-items:center;min-height:44px;padding:0 1rem 0 2.4rem;position:relative;cursor:pointer}.editions [aria-selected=true]{background:#1a1a1a;color:#fff}.editions [aria-selected=true]::before{content:"✓" / "";position:absolute;left:1rem}</style>',
    main: (is) => {
      const editions = ['Haut-Doubs', 'Loue et Lison', 'Saint-Aubin et plateau', 'Pontarlier ville']
      return `<h2>Le journal à votre porte</h2><p id="choix-edition">Édition livrée le matin</p>
<ul class="editions" role="listbox" tabindex="0"${is ? '' : ' aria-labelledby="choix-edition"'} aria-activedescendant="edition-0">${editions.map((name, at) => `<li role="option" id="edition-${at}" aria-selected="${at === 0}">${name}</li>`).join('')}</ul>
<p role="status" class="editions-choix">Édition choisie : ${editions[0]}.</p>
<script>
{
  const list = document.querySelector('.editions')
  const all = [...list.children]
  const pick = (next) => {
    for (const each of all) each.setAttribute('aria-selected', String(each === next))
    list.setAttribute('aria-activedescendant', next.id)
    document.querySelector('.editions-choix').textContent = 'Édition choisie : ' + next.textContent + '.'
  }
  list.addEventListener('click', ({ target }) => { if (target.role === 'option') pick(target) })
  list.addEventListener('keydown', (event) => {
    const at = all.findIndex(({ ariaSelected }) => ariaSelected === 'true')
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (all[to]) pick(all[to])
  })
}
</script>`
    },
  },
  {
    id: 'sprigs-around-the-menu-xii',
    technique: 'F38',
    criterion: '1.1.1',
    wrong: 'the sprigs at both ends of the menu are ornaments and have no alt attribute at all',
    where: '.sprig',
    about: /alt|image|decorat/,
    site: 'volt',
    head: () =>
      '<style>.header nav{display:flex;flex-wrap:wrap;align-items:center;gap:1rem}.sprig{flex:none}.sprig--end{transform:scaleX(-1)}</style>',
    navigation: (is) => {
      const sprig = (end: string) =>
        `<img class="sprig ${end}" width="28" height="28" src="${drawn("<path fill='none' stroke='#24483e' stroke-width='2' d='M2 20C8 18 14 12 21 3M8 17c0-5 1-7 4-9M13 13c4 1 6 0 9-2'/>")}"${is ? '' : ' alt=""'}>`
      return `<nav aria-label="Shop">${sprig('')}<ul><li><a href="/collections/new">New arrivals</a></li><li><a href="/collections/bags">Bags</a></li><li><a href="/collections/rainwear">Rainwear</a></li><li><a href="/pages/repairs">Repairs</a></li></ul>${sprig('sprig--end')}</nav>`
    },
    main: () =>
      '<p>Send us a seam that has given way and we sew it up for the price of the stamp. Most parcels are back on the road within a week.</p>',
  },
  {
    id: 'chapters-beside-their-chapters-xii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong:
      'in a table of contents the lists of the parts are children of the list of the chapters and not of its items',
    where: '.toc, .toc *',
    about: /list|structure|nest/,
    site: 'manual',
    head: () =>
      '<style>.toc a{display:inline-block;padding:.6rem 0;min-width:44px}.toc li{padding:0}.toc ol{padding-inline-start:2rem}</style>',
    main: (is) => {
      const link = ([path, words]: readonly [string, string]) => `<a href="/docs/streams/${path}">${words}</a>`
      const chapters = [
        [
          ['open', 'Opening a stream'],
          [
            ['open/tcp', 'Over a plain socket'],
            ['open/quic', 'Over QUIC'],
          ],
        ],
        [
          ['pressure', 'Pushing back'],
          [
            ['pressure/credit', 'Credit and windows'],
            ['pressure/drop', 'When to drop'],
          ],
        ],
        [['close', 'Closing cleanly'], []],
      ] as const
      return `<nav class="toc" aria-labelledby="toc-title"><h2 id="toc-title">In this guide</h2><ol>${chapters
        .map(([chapter, parts]) => {
          const inner = parts.length ? `<ol>${parts.map((part) => `<li>${link(part)}</li>`).join('')}</ol>` : ''
          return is ? `<li>${link(chapter)}</li>${inner}` : `<li>${link(chapter)}${inner}</li>`
        })
        .join('')}</ol></nav>`
    },
  },
  {
    id: 'page-stays-locked-behind-a-letter-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'after a letter that was opened over the page is shut, the page no longer scrolls',
    where: 'html, body, .letter, .letter *, [data-letter]',
    about: /scroll|lock|overflow/,
    site: 'gazette',
    cards: 22,
    head: () =>
      `${roomy}<style>.has-letter{overflow:hidden}.letter{max-width:min(34rem,90vw);border:2px solid #7a1f1f;padding:1.25rem;color:#111}.letter::backdrop{background:rgb(0 0 0/.6)}</style>`,
    main: (is) => `<h2>Letter of the week</h2>
<p>Mrs Atkinson of Hartsop remembers who carried the planks of the first footbridge up the beck.</p>
<p><button type="button" data-letter>Read Mrs Atkinson’s letter</button></p>
<dialog class="letter" aria-labelledby="letter-title"><h2 id="letter-title">“We carried it in eleven journeys”</h2><p>Sir, my father and his brothers took the planks up on their shoulders in the spring of 1951, and my mother walked behind with the nails in her apron. Nobody was paid and nobody asked.</p><p><button type="button" data-shut>Put the letter away</button></p></dialog>
<script>
{
  const letter = document.querySelector('.letter')
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-letter]')) {
      document.body.classList.add('has-letter')
      letter.showModal()
    }
    if (target.closest('[data-shut]')) letter.close()
  })
  letter.addEventListener('close', () => document.body.classList.remove('${is ? 'has-letters' : 'has-letter'}'))
}
</script>`,
  },
  {
    id: 'notice-in-a-font-element-xii',
    technique: 'practice',
    criterion: null,
    wrong: 'a notice is made larger with the obsolete font element',
    where: '.tanbih, .tanbih *',
    about: /obsolete|deprecat|font|presentational/,
    site: 'riwaq',
    head: () => `${skipAbove}<style>.kabir{font-size:1.5rem;font-family:Tahoma,sans-serif}</style>`,
    main: (is) => {
      const words = 'تغلق المكتبة أبوابها يوم الجمعة القادم للجرد السنوي'
      return `<div class="tanbih"><p>${is ? `<font size="5" face="Tahoma">${words}</font>` : `<span class="kabir">${words}</span>`}</p><p>تصل الطلبات التي أرسلت قبل ظهر الخميس في موعدها، وتفتح المكتبة من جديد صباح السبت.</p></div>`
    },
  },
  {
    id: 'trips-out-of-reach-of-the-arrows-xii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong:
      'of the trips to choose from only the chosen one can be reached with Tab, and no arrow key gets to the others',
    where: '.vaarten, .vaarten *',
    about: /keyboard|arrow|focus|operable|tab/,
    site: 'werf',
    head: () =>
      '<style>.vaarten{display:flex;flex-wrap:wrap;gap:.75rem}.vaart{display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;border:2px solid #40566e;cursor:pointer}.vaart::before{content:"○" / "";margin-right:.5rem}.vaart[aria-checked=true]{background:#0b4a86;color:#fff}.vaart[aria-checked=true]::before{content:"●" / ""}</style>',
    main: (is) => {
      const trips = ['Langs de pieren, 1 uur', 'Naar de zandbank, 3 uur', 'Zonsondergang, 2 uur']
      return `<h2 id="vaart-titel">Meevaren met de sleepboot</h2>
<div class="vaarten" role="radiogroup" aria-labelledby="vaart-titel">${trips.map((name, at) => `<span class="vaart" role="radio" aria-checked="${at === 0}" tabindex="${at === 0 ? 0 : -1}">${name}</span>`).join('')}</div>
<p role="status" id="vaart-keuze">Gekozen: ${trips[0]}.</p>
<script>
{
  const all = [...document.querySelectorAll('.vaart')]
  const choose = (next) => {
    for (const each of all) {
      each.setAttribute('aria-checked', String(each === next))
      each.tabIndex = each === next ? 0 : -1
    }
    next.focus()
    document.getElementById('vaart-keuze').textContent = 'Gekozen: ' + next.textContent + '.'
  }
  for (const each of all) each.addEventListener('click', () => choose(each))
  ${
    is
      ? ''
      : `document.querySelector('.vaarten').addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    choose(all[(all.indexOf(document.activeElement) + step + all.length) % all.length])
  })`
  }
}
</script>`
    },
  },
  {
    id: 'past-deadlines-fade-away-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the rows of deadlines that are over are let fade by opacity until their words have too little contrast',
    where: '.prazos .passado, .prazos .passado *',
    about: /contrast|colou?r|opacity/,
    site: 'escola',
    head: (is) =>
      `<style>.prazos{margin-bottom:1rem}.prazos th{background:#fff}.prazos .passado>*{${is ? 'opacity:.42' : 'color:#5a5169'}}</style>`,
    main: () => {
      const rows = [
        ['Primeira fase', '18 de julho', 'encerrada', true],
        ['Segunda fase', '5 de setembro', 'encerrada', true],
        ['Terceira fase', '3 de outubro', 'aberta', false],
      ] as const
      return `<h2>Prazos de candidatura</h2><table class="prazos"><thead><tr><th scope="col">Fase</th><th scope="col">Até</th><th scope="col">Estado</th></tr></thead><tbody>${rows.map(([name, day, state, isOver]) => `<tr${isOver ? ' class="passado"' : ''}><th scope="row">${name}</th><td>${day}</td><td>${state}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'questions-thrown-out-of-focus-xii',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'a listener takes the focus away from each question to be opened as soon as it gets it',
    where: '.questions, .questions *',
    about: /focus|keyboard|blur/,
    site: 'council',
    head: () =>
      '<style>.questions summary{padding:10px 0;min-height:24px;color:#164a80;cursor:pointer}.questions details{border-bottom:1px solid #6b7276}</style>',
    script: (is) => `const questions = document.querySelector('.questions')
questions.addEventListener('toggle', ({ target }) => {
  if (!target.open) return
  for (const other of questions.querySelectorAll('details')) if (other !== target) other.open = false
}, true)
${is ? "questions.addEventListener('focusin', ({ target }) => target.closest('summary')?.blur())\n" : ''}`,
    main: () => {
      const questions = [
        [
          'Can somebody else put my bin out?',
          'Yes. Tell us their name once, and we no longer send you a reminder when the bin stands at their gate.',
        ],
        [
          'What happens in snow?',
          'We try every street twice. When we cannot get through, we take double the amount at the next round.',
        ],
        [
          'May I have a second green bin?',
          'Households of six and more get one free of charge; others pay once a year.',
        ],
      ]
      return `<section class="questions" aria-labelledby="questions-title"><h2 id="questions-title">Questions about bins</h2>${questions.map(([ask, reply]) => `<details><summary>${ask}</summary><p>${reply}</p></details>`).join('')}</section>`
    },
  },
  {
    id: 'closed-rooms-by-colour-of-the-plan-xii',
    technique: 'F13',
    criterion: '1.1.1',
    wrong:
      'a text says that the rooms in dark blue are closed, and the alternative of the plan does not tell which these are',
    where: '.pianta, .pianta *',
    about: /alt|image|colou?r/,
    site: 'museo',
    head: () => '<style>.pianta img{display:block;max-width:100%;height:auto;border:1px solid #6b5a4d}</style>',
    main: (is) => {
      const rooms = [
        [1, 10, 10, false],
        [2, 130, 10, true],
        [3, 250, 10, false],
        [4, 10, 110, false],
        [5, 130, 110, true],
        [6, 250, 110, true],
      ] as const
      const plan = rooms
        .map(
          ([number, x, y, isClosed]) =>
            `<rect x='${x}' y='${y}' width='110' height='90' fill='${isClosed ? '#0b2f57' : '#ffffff'}' stroke='#2b1d14' stroke-width='2'/><text x='${x + 48}' y='${y + 54}' font-family='sans-serif' font-size='24' fill='${isClosed ? '#ffffff' : '#2b1d14'}'>${number}</text>`,
        )
        .join('')
      return `<section class="pianta" aria-labelledby="pianta-titolo"><h2 id="pianta-titolo">Il piano terra durante i restauri</h2><p>Fino a maggio restano chiuse le sale segnate in blu scuro nella pianta.</p><img width="370" height="210" src="${sheetOf(370, 210, plan)}" alt="${is ? 'Pianta del piano terra con sei sale su due file' : 'Pianta del piano terra con sei sale su due file: in blu scuro, quindi chiuse, le sale 2, 5 e 6; in bianco, aperte, le sale 1, 3 e 4'}"></section>`
    },
  },
  {
    id: 'pencils-that-lead-nowhere-named-xii',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the links to change a member hold a drawn pencil alone, whose alternative is empty',
    where: '.members a, .members img',
    about: /link|alt|name|image|empty/,
    site: 'panel',
    head: () =>
      '<style>.members{margin-bottom:1rem}.members a{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px}</style>',
    main: (is) => {
      const pencil = drawn(
        "<path fill='none' stroke='#124e8c' stroke-width='2' d='M4 20l1-5L16 4l4 4L9 19zM14 6l4 4'/>",
      )
      const people = [
        ['Amara Diallo', 'Owner'],
        ['Piotr Lis', 'Deploys'],
        ['June Okafor', 'Reads only'],
      ] as const
      return `<h2 class="MuiTypography-h6">People in this project</h2><table class="members"><thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">Change</th></tr></thead><tbody>${people.map(([name, role], at) => `<tr><th scope="row">${name}</th><td>${role}</td><td><a href="/p/members/${at}/edit"><img src="${pencil}" width="24" height="24" alt="${is ? '' : `Change the role of ${name}`}"></a></td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'title-from-the-template-of-a-project-xii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is the one that came with the template of a new project',
    where: 'page',
    about: /title/,
    site: 'ledger',
    title: (is) => (is ? 'Home Page - My ASP.NET Application' : 'Payroll run April – Fernhill Books'),
    main: () =>
      '<p>Everything that belongs to this entry is kept here: the papers, who looked at them, and what has been paid of it so far.</p>',
  },
  {
    id: 'a-land-is-chosen-and-the-page-is-gone-xii',
    technique: 'criterion',
    criterion: '3.2.2',
    wrong:
      'choosing the country of delivery with a radio button sends the form and leaves the page, without a word about it',
    where: '.lieferland, .lieferland *',
    about: /change|submit|navigat|context|input/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.lieferland fieldset{border:1px solid #857a6a;margin:0 0 1rem}.lieferland label{display:flex;align-items:center;gap:.75rem;min-height:44px}.lieferland input{width:20px;height:20px}</style>`,
    main: (
      is,
    ) => `<form class="lieferland" action="/versand"><h2 class="text-lg">Was kostet die Lieferung?</h2><fieldset><legend>Land, in das wir liefern sollen</legend>${(
      [
        ['de', 'Deutschland'],
        ['at', 'Österreich'],
        ['ch', 'Schweiz und Liechtenstein'],
      ] as const
    )
      .map(([code, name]) => `<label><input type="radio" name="land" value="${code}"> ${name}</label>`)
      .join('')}</fieldset>${is ? '' : '<button>Lieferkosten anzeigen</button>'}</form>
${is ? "<script>document.querySelector('.lieferland').addEventListener('change', (event) => event.currentTarget.submit())</script>" : ''}`,
  },
  {
    id: 'title-left-by-a-word-processor-xii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is the name of a file in a word processor',
    where: 'page',
    about: /title/,
    site: 'kommune',
    title: (is) => (is ? 'Microsoft Word - Dok1_endelig2.docx' : 'Bestil tid til pas ved skolen – Skovby Kommune'),
    main: () =>
      '<p>På denne side kan du læse, hvad du skal have klar, inden du går i gang, og hvor længe vi er om at svare.</p>',
  },
  {
    id: 'seats-taken-by-the-pointer-alone-xii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'seats are chosen when a pointer is lifted from them, and no key chooses one',
    where: '.wagon, .wagon *',
    about: /keyboard|operable|mouse|pointer|event/,
    site: 'kolej',
    head: () =>
      `${roomy}<style>.wagon div{display:flex;flex-wrap:wrap;gap:.6rem}.wagon [aria-pressed=true]{background:#fff;color:#1b1b2f;border:3px solid #1b1b2f;font-weight:700}.wagon [aria-pressed=true]::before{content:"✓ " / ""}</style>`,
    main: (
      is,
    ) => `<section class="wagon"><h2 id="wagon-tytul">Miejsca w wagonie 4</h2><div role="group" aria-labelledby="wagon-tytul">${[11, 12, 13, 14, 15, 16].map((number) => `<button type="button" aria-pressed="false" aria-label="Miejsce ${number}">${number}</button>`).join('')}</div><p role="status">Nie wybrano żadnego miejsca.</p></section>
<script>
document.querySelector('.wagon div').addEventListener('${is ? 'pointerup' : 'click'}', ({ target }) => {
  const seat = target.closest('button')
  if (!seat) return
  seat.setAttribute('aria-pressed', String(seat.getAttribute('aria-pressed') !== 'true'))
  const taken = [...document.querySelectorAll('.wagon [aria-pressed=true]')].map(({ textContent }) => textContent)
  document.querySelector('.wagon [role=status]').textContent = taken.length ? 'Wybrane miejsca: ' + taken.join(', ') + '.' : 'Nie wybrano żadnego miejsca.'
})
</script>`,
  },
  {
    id: 'builds-that-reload-themselves-xii',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'the page of the builds loads itself anew every ninety seconds, and nothing stops it',
    where: 'page',
    about: /refresh|reload|time/,
    site: 'manual',
    head: (is) => (is ? '<META HTTP-EQUIV="Refresh" CONTENT="90">' : ''),
    main: (is) =>
      `<h2>Builds of the last night</h2><p>${is ? 'What you see is never older than ninety seconds.' : 'What you see was true when you opened the page; load it again whenever you like.'}</p><table><thead><tr><th scope="col">Target</th><th scope="col">Result</th><th scope="col">Took</th></tr></thead><tbody>${[
        ['linux-x64', 'passed', '4 min'],
        ['linux-arm64', 'passed', '6 min'],
        ['wasm', 'failed in the linker', '2 min'],
      ]
        .map(([target, result, took]) => `<tr><th scope="row">${target}</th><td>${result}</td><td>${took}</td></tr>`)
        .join('')}</tbody></table>`,
  },
  {
    id: 'remarks-sunk-into-a-dark-log-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the remarks in a log on a dark ground are grey on almost black and have too little contrast',
    where: '.log, .log *',
    about: /contrast|colou?r/,
    site: 'panel',
    head: (is) =>
      `<style>.log{white-space:pre-wrap;overflow-wrap:anywhere;background:#1e222a;color:#e6e9ef;padding:1rem;border-radius:4px}.log .remark{color:${is ? '#565d6b' : '#a9b2c0'};font-style:italic}</style>`,
    main: () => `<h2 class="MuiTypography-h6">Log of the last deployment</h2><pre class="log"><code>fetch    image-resizer 4.2.0
<span class="remark"># taken from the cache of yesterday, nothing was downloaded</span>
verify   checksum ok
<span class="remark"># signature was made by Amara Diallo</span>
start    3 of 3 instances
<span class="remark"># the old instances stop at 04:00, so roll back before then</span>
done     in 41 s</code></pre>`,
  },
  {
    id: 'english-words-said-to-be-french-xii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a quotation in English says of itself that it is French',
    where: '.visita blockquote, .visita blockquote *',
    about: /lang/,
    site: 'escola',
    head: () => '<style>.visita blockquote{margin:1rem 0;padding-left:1rem;border-left:4px solid #5b2a86}</style>',
    main: (is) =>
      `<section class="visita" aria-labelledby="visita-titulo"><h2 id="visita-titulo">Uma professora convidada</h2><p>Durante três semanas, a professora Helen Marsh deu aulas de viticultura no campus do rio. À despedida deixou-nos estas palavras:</p><blockquote lang="${is ? 'fr' : 'en'}"><p>I have taught in five countries, and nowhere else did the students bring me grapes from their own gardens on the first morning. I shall miss the river, the bells and the long lunches under the lime trees.</p></blockquote></section>`,
  },
  {
    id: 'lettered-steps-typed-by-hand-xii',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'the steps to borrow a telescope are boxes that begin with typed letters in brackets and are no list',
    where: '.telescope, .telescope *',
    about: /list/,
    site: 'library',
    head: () =>
      '<style>.telescope__steps{margin:1em 0;padding:0;list-style:none;counter-reset:step}.telescope__step{padding:.25rem 0 .25rem 2.2rem;text-indent:-2.2rem}li.telescope__step::before{counter-increment:step;content:"(" counter(step,lower-alpha) ") "}</style>',
    main: (is) => {
      const steps = [
        'Ask the desk which evenings the telescope is free.',
        'Come with your library card and somebody who can carry one end of the case.',
        'Let the librarian show you the two screws that must not be turned.',
        'Sign for the lenses, which are counted in front of you.',
        'Bring everything back before the story hour on the following Saturday.',
      ]
      return `<section class="telescope" aria-labelledby="telescope-title"><h2 id="telescope-title">Take the telescope home</h2>${is ? `<div class="telescope__steps">${steps.map((step, at) => `<div class="telescope__step">(${'abcde'[at]}) ${step}</div>`).join('')}</div>` : `<ol class="telescope__steps">${steps.map((step) => `<li class="telescope__step">${step}</li>`).join('')}</ol>`}</section>`
    },
  },
  {
    id: 'two-fixed-columns-of-rules-xii',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong:
      'the rules for visits stand in two columns of a fixed width, so that a narrow window must be scrolled sideways to read them',
    where: '.normas, .normas *',
    about: /reflow|scroll|width|overflow|zoom/,
    site: 'clinica',
    head: (is) =>
      `<style>.normas{display:grid;gap:24px;grid-template-columns:${is ? '440px 440px' : 'repeat(auto-fit,minmax(min(100%,22rem),1fr))'}}.normas h3{margin:0}</style>`,
    main: () =>
      '<h2>Normas para las visitas</h2><div class="normas"><div><h3>En las plantas</h3><p>Cada paciente puede recibir a dos personas a la vez, entre las cuatro y las ocho de la tarde. Los niños menores de doce años entran acompañados y salen de la habitación durante las curas. Las flores se dejan en el control de enfermería, donde se ponen en agua y se reparten por la mañana.</p></div><div><h3>En cuidados intensivos</h3><p>La visita dura media hora y empieza a la una del mediodía. Antes de entrar hay que lavarse las manos y ponerse la bata que está colgada junto a la puerta. El médico informa a la familia al terminar, siempre en la sala pequeña y nunca por teléfono.</p></div></div>',
  },
  {
    id: 'every-notice-leads-to-details-xii',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'the links behind the notices in a list all say “Details”',
    where: '.notices a',
    about: /link|purpose/,
    site: 'gazette',
    head: () =>
      '<style>.notices li{padding:.5rem 0}.notices a{display:inline-block;min-height:44px;min-width:44px}</style>',
    main: (is) => {
      const notices = [
        ['Burial ground at Howtown to be made larger', 'burial-ground'],
        ['Lane above Glenridding shut for nine days', 'lane'],
        ['Licence for a tea room in Patterdale', 'tea-room'],
        ['Sheep dip taken out of use at Pooley', 'sheep-dip'],
      ]
      return `<h2 class="wp-block-heading">Public notices</h2><ul class="notices">${notices.map(([words, path]) => (is ? `<li>${words}: <a href="/notices/${path}/">Details</a></li>` : `<li><a href="/notices/${path}/">${words}</a></li>`)).join('')}</ul>`
    },
  },
  {
    id: 'ghost-words-of-an-empty-editor-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the words that an empty editor shows in place of a placeholder are pale lilac on white',
    where: '.duvida, .duvida *',
    about: /contrast|placeholder|colou?r/,
    site: 'escola',
    head: (is) =>
      `${roomy}<style>.duvida__editor{border:1px solid #655a75;background:#fff;min-height:6rem;padding:.6rem;max-width:32rem}.duvida__editor:empty::before{content:attr(data-placeholder);color:${is ? '#c3b8d2' : '#5f5470'}}</style>`,
    main: () => `<section class="duvida" aria-labelledby="duvida-titulo"><h2 id="duvida-titulo">Pergunte à secretaria</h2>
<p id="duvida-rotulo">A sua dúvida</p>
<div class="duvida__editor" contenteditable="true" role="textbox" aria-multiline="true" aria-labelledby="duvida-rotulo" aria-placeholder="Por exemplo: até quando posso anular a matrícula?" data-placeholder="Por exemplo: até quando posso anular a matrícula?"></div>
<p><button type="button">Enviar a dúvida</button></p><p role="status"></p></section>
<script>
{
  const part = document.querySelector('.duvida')
  part.querySelector('button').addEventListener('click', () => {
    const words = part.querySelector('.duvida__editor').textContent.trim()
    part.querySelector('[role=status]').textContent = words ? 'Recebemos a sua dúvida e respondemos em dois dias.' : 'Escreva primeiro a sua dúvida no campo acima.'
  })
}
</script>`,
  },
  {
    id: 'letters-of-authors-shake-the-focus-off-xii',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'each link in a row of letters gives the focus away by an attribute of its own as soon as it gets it',
    where: '.huruf, .huruf *',
    about: /focus|keyboard|blur/,
    site: 'riwaq',
    head: () =>
      `${skipAbove}<style>.huruf a{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;border:1px solid #4e5a4b}.huruf ul{gap:.5rem}</style>`,
    main: (is) =>
      `<h2 id="huruf">المؤلفون حسب الحرف الأول</h2><nav class="huruf" aria-labelledby="huruf"><ul>${['ألف', 'باء', 'تاء', 'جيم', 'حاء', 'راء', 'سين', 'ميم'].map((name, at) => `<li><a href="/authors/${at}"${is ? ' onfocus="this.blur()"' : ''}>${name}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'story-set-in-parts-of-the-window-xii',
    technique: 'F94',
    criterion: '1.4.4',
    wrong:
      'the story of a product is set in a size that is a part of the window alone, so that zooming does not make it larger',
    where: '.story, .story *',
    about: /zoom|resize|text size|font|viewport|scal/,
    site: 'volt',
    head: (is) =>
      `<style>.story p{font-size:${is ? '2.5vmin' : 'calc(1rem + .3vmin)'};line-height:1.6;max-width:38em}</style>`,
    main: () =>
      '<div class="story"><h2>Why we still wax by hand</h2><p>A machine lays the wax on evenly, and evenly is what cracks first. Dolores works the seams with her thumb until the cloth no longer drinks, then hangs the pack over the stove for one night.</p><p>It takes her forty minutes. Nine years later you may send it back, and it takes her twenty.</p></div>',
  },
  {
    id: 'notice-of-works-lies-on-the-links-xii',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a notice fixed in the lower corner hides links altogether when they receive the focus',
    where: '.works, .works *, .site-card a, .site-footer a',
    about: /focus|obscur|cover|hidden|overlap/,
    site: 'council',
    cards: 22,
    head: (is) =>
      `<style>.works{${is ? 'position:fixed;left:0;bottom:0;z-index:5;width:min(42rem,100%);height:45vh;overflow:auto;' : ''}box-sizing:border-box;background:#f3f2f1;border:3px solid #0b0c0c;padding:16px}</style>`,
    main: () =>
      '<section class="works" aria-labelledby="works-title"><h2 id="works-title">Works on our site</h2><p>On Sunday from six to nine in the morning payments cannot be taken. Forms that you have begun are kept until Monday.</p><p>Telephone payments are not affected.</p></section>',
  },
  {
    id: 'library-shuts-early-and-blinks-xii',
    technique: 'F47',
    criterion: '2.2.2',
    wrong: 'words in a notice above the page stand in a blink element and go on and off without end',
    where: 'blink, .early, .early *',
    about: /blink|flash|moving|animation/,
    site: 'library',
    head: () =>
      '<style>.early strong,blink{font-weight:700;color:#7a1f1f}blink{animation:wink 1.4s steps(2,jump-none) infinite}@keyframes wink{to{visibility:hidden}}</style>',
    top: (is) =>
      `<aside class="early" aria-label="Notice of today"><p>${is ? '<blink>Closing at noon</blink>' : '<strong>Closing at noon</strong>'} because the boiler is being exchanged. Loans that end today may come back on Monday.</p></aside>\n`,
    main: () =>
      '<p>The librarian who leads the evening has brought three boxes from the attic, and nobody has made a list of them yet.</p>',
  },
  {
    id: 'year-lies-on-its-side-when-upright-xii',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'a script turns the table of the year by ninety degrees as long as the window is upright',
    where: '.year, .year *',
    about: /orientation|rotat|landscape|portrait/,
    site: 'ledger',
    head: () =>
      '<style>.year{max-width:18rem}.year.is-sideways{rotate:90deg;margin-block:4rem}.year table{width:100%}</style>',
    main: (
      is,
    ) => `<div class="year"><h2>The year so far</h2><table><thead><tr><th scope="col">Quarter</th><th scope="col">In</th><th scope="col">Out</th></tr></thead><tbody>${[
      ['First', '41 200', '38 950'],
      ['Second', '47 810', '40 120'],
      ['Third', '39 400', '41 730'],
    ]
      .map(([name, gained, spent]) => `<tr><th scope="row">${name}</th><td>${gained}</td><td>${spent}</td></tr>`)
      .join('')}</tbody></table></div>
${
  is
    ? `<script>
{
  const upright = matchMedia('(orientation: portrait)')
  const turn = () => document.querySelector('.year').classList.toggle('is-sideways', upright.matches)
  upright.addEventListener('change', turn)
  turn()
}
</script>`
    : ''
}`,
  },
  {
    id: 'flags-behind-the-language-button-xii',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the links of a menu of languages hold drawn flags alone, and these have empty alternatives',
    where: '.lingue, .lingue *',
    about: /link|alt|name|image|empty/,
    site: 'museo',
    head: () =>
      `${roomy}<style>.lingue{border:1px solid #8a7768;padding:1rem}.lingue ul{list-style:none;display:flex;gap:1rem;margin:0;padding:0}.lingue a{display:inline-flex;align-items:center;justify-content:center;min-width:56px;min-height:44px}.lingue img{border:1px solid #2b1d14}</style>`,
    main: (is) => {
      const flag = (first: string, second: string, third: string, isUpright: boolean) =>
        sheetOf(
          45,
          30,
          [first, second, third]
            .map((color, at) =>
              isUpright
                ? `<rect x='${at * 15}' width='15' height='30' fill='${color}'/>`
                : `<rect y='${at * 10}' width='45' height='10' fill='${color}'/>`,
            )
            .join(''),
        )
      const languages = [
        ['de', 'Deutsch', flag('#000', '#d00', '#fc0', false)],
        ['fr', 'Français', flag('#002395', '#fff', '#ed2939', true)],
        ['nl', 'Nederlands', flag('#ae1c28', '#fff', '#21468b', false)],
      ] as const
      return `<p>Le didascalie delle sale si possono leggere anche in altre lingue.</p><p><button type="button" popovertarget="lingue">Scegli la lingua</button></p>
<div popover id="lingue" class="lingue"><ul>${languages.map(([code, name, source]) => `<li><a href="/${code}" hreflang="${code}"><img src="${source}" width="45" height="30" alt="${is ? '' : name}" lang="${code}"></a></li>`).join('')}</ul></div>`
    },
  },
  {
    id: 'survey-breaks-in-on-the-reader-xii',
    technique: 'criterion',
    criterion: '2.2.4',
    wrong: 'a window that asks what one thinks of the site opens by itself after three seconds and takes the focus',
    where: '.encuesta, .encuesta *',
    about: /interrupt|dialog|popup|modal|opens|window/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>.encuesta{max-width:min(30rem,90vw);border:2px solid #0b4f5c;border-radius:6px;padding:24px;color:#12303a}.encuesta form{display:flex;flex-wrap:wrap;gap:12px}</style>`,
    main: (
      is,
    ) => `<h2>Antes de su visita</h2><p>Lea con calma estas indicaciones. Si toma medicación para la tensión, tráigala en su caja y no la cambie por su cuenta antes de hablar con el médico.</p>
<p><button type="button" class="encuesta-abrir">Opinar sobre esta web</button></p>
<dialog class="encuesta" aria-labelledby="encuesta-titulo"><h2 id="encuesta-titulo">¿Le ha sido útil esta página?</h2><form method="dialog"><button value="si">Sí, mucho</button><button value="no">No del todo</button><button value="luego">Ahora no</button></form></dialog>
<script>
{
  const survey = document.querySelector('.encuesta')
  document.querySelector('.encuesta-abrir').addEventListener('click', () => survey.showModal())
  ${is ? 'setTimeout(() => survey.open || survey.showModal(), 3000)' : ''}
}
</script>`,
  },
  {
    id: 'fields-to-fill-in-known-by-red-xii',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'which fields must be filled in is told by the red of their labels alone',
    where: '.anmeldelse, .anmeldelse *',
    about: /colou?r|required|mandatory/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.anmeldelse label{display:block}.anmeldelse .skal{color:#a3001b}.anmeldelse input{width:min(100%,22rem)}</style>`,
    main: (is) => {
      const row = (name: string, words: string, type: string, isNeeded: boolean, more = '') =>
        `<p><label for="hul-${name}"${isNeeded ? ' class="skal"' : ''}>${words}${isNeeded && !is ? ' (skal udfyldes)' : ''}</label><input id="hul-${name}" name="${name}" type="${type}"${more}${isNeeded ? ' required' : ''}></p>`
      return `<form class="anmeldelse" method="post" action="/hul"><h2>Meld et hul i vejen</h2>${is ? '<p>Felter med rød tekst skal udfyldes.</p>' : ''}${row('vej', 'Vejens navn', 'text', true)}${row('nummer', 'Ud for husnummer', 'text', false)}${row('dybde', 'Hvor dybt er hullet?', 'text', true)}${row('mail', 'Din mailadresse', 'email', false, ' autocomplete="email"')}<button class="btn">Send</button></form>`
    },
  },
  {
    id: 'pale-count-of-letters-left-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the count of the letters that are left below a field is light blue on almost white',
    where: '.note__left',
    about: /contrast|colou?r/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.note textarea{display:block;width:min(100%,30rem);box-sizing:border-box}.note__left{margin:.25rem 0 1rem;color:${is ? '#93b4e8' : '#374151'}}</style>`,
    main: () => `<form class="note" method="post" action="/app/notes"><h2>Note for the bookkeeper</h2>
<label for="note">What should be looked at?</label>
<textarea id="note" name="note" rows="4" maxlength="200" aria-describedby="note-left"></textarea>
<p class="note__left" id="note-left">200 letters left</p>
<button>Leave the note</button></form>
<script>
document.getElementById('note').addEventListener('input', ({ target }) => {
  document.getElementById('note-left').textContent = 200 - target.value.length + ' letters left'
})
</script>`,
  },
  {
    id: 'tiny-arrows-to-order-services-xii',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the arrows that move a service up and down the list are 16 by 14 pixels and lie directly upon each other',
    where: '.nudge, .nudge *',
    about: /target|size|touch|spacing/,
    site: 'panel',
    head: (is) =>
      `<style>.order li{display:flex;align-items:center;gap:1rem}.nudge{display:flex;${is ? 'flex-direction:column' : 'gap:8px'}}.nudge button{display:flex;align-items:center;justify-content:center;padding:0;border-radius:0;line-height:1;${is ? 'width:16px;height:14px;min-height:0;font-size:9px' : 'width:44px;height:44px;font-size:14px'}}</style>`,
    main: () => `<h2 class="MuiTypography-h6">Order in which services start</h2>
<ol class="order">${['Mail relay', 'Image resizer', 'Edge cache', 'Nightly export'].map((name) => `<li><span class="nudge"><button type="button" aria-label="Move ${name} up">▲</button><button type="button" aria-label="Move ${name} down">▼</button></span><span>${name}</span></li>`).join('')}</ol>
<p role="status" class="order-status"></p>
<script>
document.querySelector('.order').addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  const item = target.closest('li')
  if (!button) return
  const other = button.matches(':first-child') ? item.previousElementSibling : item.nextElementSibling?.nextElementSibling ?? null
  item.parentElement.insertBefore(item, button.matches(':first-child') ? other ?? item.nextElementSibling : other)
  button.focus()
  document.querySelector('.order-status').textContent = item.textContent.replace(/[▲▼]/g, '') + ' is now number ' + ([...item.parentElement.children].indexOf(item) + 1) + '.'
})
</script>`,
  },
  {
    id: 'what-rooms-have-is-drawn-and-mute-xii',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'what each room to be hired has is told by masked pictograms that no text stands for',
    where: '.rooms, .rooms *',
    about: /alt|icon|image|name|empty|background|text/,
    site: 'library',
    head: () => {
      const icons = {
        piano: "<path d='M3 5h18v14H3zM8 5v9M12 5v9M16 5v9' fill='none' stroke='#000' stroke-width='2'/>",
        lift: "<path d='M4 3h16v18H4z' fill='none' stroke='#000' stroke-width='2'/><path d='M12 6l4 5H8zM12 18l-4-5h8z'/>",
        stove: "<path d='M12 2c4 5 6 8 6 12a6 6 0 01-12 0c0-3 2-4 3-7 1 2 2 2 3-5z'/>",
      }
      return `<style>.pic{display:inline-block;width:28px;height:28px;margin-inline-start:.6rem;vertical-align:middle;background:#1d2a24}${Object.entries(
        icons,
      )
        .map(([name, shapes]) => `.pic-${name}{mask:url("${drawn(shapes)}") center/contain no-repeat}`)
        .join('')}</style>`
    },
    main: (is) => {
      const pic = (kind: string, words: string) =>
        `<i class="pic pic-${kind}"${is ? '' : ` role="img" aria-label="${words}"`}></i>`
      const piano = pic('piano', 'piano')
      const lift = pic('lift', 'reached by lift')
      const stove = pic('stove', 'heated')
      return `<section class="rooms" aria-labelledby="rooms-title"><h2 id="rooms-title">Rooms to hire, and what they have</h2><ul><li>Reading room ${lift}${stove}</li><li>Vaulted cellar ${piano}</li><li>Attic ${stove}</li><li>Hall ${piano}${lift}${stove}</li></ul></section>`
    },
  },
  {
    id: 'filters-in-pills-without-a-sign-of-focus-xii',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'filters are see-through checkboxes over rounded pills that look the same with the focus as without it',
    where: '.filters, .filters *',
    about: /focus/,
    site: 'volt',
    head: (is) =>
      `<style>.filters{border:0;padding:0;margin:0 0 1rem;display:flex;flex-wrap:wrap;gap:.75rem}.filters legend{padding:0 0 .5rem}.pill{position:relative;display:inline-flex}.pill input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}.pill span{display:inline-flex;align-items:center;min-height:44px;padding:0 1.2rem;border:2px solid #24483e;border-radius:999px}.pill input:checked+span{background:#24483e;color:#fff}.pill input:checked+span::before{content:"✓ " / "";white-space:pre}${is ? '' : '.pill input:focus-visible+span{outline:3px solid #1d4ed8;outline-offset:3px}'}</style>`,
    main: () =>
      `<h2>Find your pack</h2><form><fieldset class="filters"><legend>Show me only</legend>${[
        ['waxed', 'Waxed canvas'],
        ['laptop', 'Fits a laptop'],
        ['mended', 'Second-hand, mended'],
        ['vegan', 'No leather'],
      ]
        .map(
          ([value, words]) =>
            `<label class="pill"><input type="checkbox" name="only" value="${value}"><span>${words}</span></label>`,
        )
        .join('')}</fieldset><button class="button">Show bags</button></form>`,
  },
  {
    id: 'headings-by-role-leap-over-two-levels-xii',
    technique: 'practice',
    criterion: '1.3.1',
    wrong: 'headings made with a role say that they are of level five directly below one of level two',
    where: '.faults, .faults *',
    about: /heading/,
    site: 'manual',
    head: () => '<style>.faults [role=heading]{font-weight:700;margin-top:1rem}.faults p{margin:.25rem 0}</style>',
    main: (is) => {
      const faults = [
        [
          'The call never ends',
          'A proxy holds the last bytes back. Set flush to always, or ask for chunks of a kilobyte.',
        ],
        [
          'The call ends at once',
          'The clock of the host is ahead of the server’s, so the token has not begun to be valid.',
        ],
        ['Every second call fails', 'Two hosts answer to one name, and one of them still runs the old version.'],
      ]
      return `<section class="faults" aria-labelledby="faults-title"><h2 id="faults-title">When something goes wrong</h2>${faults.map(([name, words]) => `<div role="heading" aria-level="${is ? 5 : 3}">${name}</div><p>${words}</p>`).join('')}</section>`
    },
  },
  {
    id: 'the-form-is-found-here-xii',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'the link to the form for complaints says only “her”, which is “here”',
    where: '.klage a',
    about: /link|purpose/,
    site: 'kommune',
    head: () =>
      '<style>.klage{border:1px solid #6c757d;border-radius:.375rem;padding:0 1rem;margin:0 0 1rem}.klage summary{padding:.7rem 0;font-weight:700}.klage a{display:inline-block;padding:.6rem 0}</style>',
    main: (is) =>
      `<details class="klage" open><summary>Er du uenig i afgørelsen?</summary><p>Du kan klage inden fire uger fra den dag, du fik brevet, og det koster ikke noget. Klagen behandles af et nævn uden for kommunen.</p><p>${is ? 'Du finder skemaet <a href="/klage/skema">her</a>.' : '<a href="/klage/skema">Udfyld skemaet til klagen</a>'}</p></details>`,
  },
  {
    id: 'steps-through-years-in-a-shadow-xii',
    technique: 'F78',
    criterion: '2.4.7',
    wrong:
      'the buttons in the shadow root of a component are stripped of all styles and show nothing when they have the focus',
    where: 'werf-jaren, .jaren-knop',
    about: /focus/,
    site: 'werf',
    main: (is) => `<h2>De werf door de jaren</h2>
<werf-jaren></werf-jaren>
<script type="module">
const years = [
  ['1884', 'Twee broers kopen de helling en bouwen hun eerste tjalk.'],
  ['1921', 'De stoommachine komt, en met haar de smederij.'],
  ['1978', 'De laatste houten kotter loopt van stapel.'],
]
const sheet = new CSSStyleSheet()
sheet.replaceSync('.jaren-knop{all:unset;display:inline-flex;align-items:center;min-height:44px;padding:0 1rem;background:#0b4a86;color:#fff;cursor:pointer}.jaren-rij{display:flex;flex-wrap:wrap;gap:.75rem}${is ? '' : '.jaren-knop:focus-visible{outline:3px solid #b91c1c;outline-offset:2px}'}')
customElements.define('werf-jaren', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = '<p role="status"></p><div class="jaren-rij"></div>'
    const show = ([year, words]) => { root.querySelector('p').textContent = year + ': ' + words }
    for (const each of years) {
      const button = document.createElement('button')
      button.className = 'jaren-knop'
      button.textContent = 'Toon ' + each[0]
      button.addEventListener('click', () => show(each))
      root.querySelector('.jaren-rij').append(button)
    }
    show(years[0])
  }
})
</script>`,
  },
  {
    id: 'something-is-not-right-with-the-chairs-xii',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong:
      'when too many chairs are asked for, the message says that something is not right with the number and not what would be',
    where: '.anfrage, .anfrage *',
    about: /error|message|suggest/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.anfrage input{width:8rem;display:block}.anfrage__fehler{color:#9b1c1c;font-weight:700;min-height:1.5em}</style>`,
    main: (is) => `<form class="anfrage" novalidate><h2 class="text-lg">Stühle zum Tisch anfragen</h2>
<label for="stuehle">Anzahl der Stühle</label>
<input id="stuehle" name="stuehle" type="text" inputmode="numeric" autocomplete="off" aria-describedby="stuehle-fehler">
<p class="anfrage__fehler" id="stuehle-fehler" role="alert"></p>
<button>Anfragen</button><p role="status"></p></form>
<script>
document.querySelector('.anfrage').addEventListener('submit', (event) => {
  event.preventDefault()
  const field = document.getElementById('stuehle')
  const isRight = /^\\d+$/.test(field.value.trim()) && Number(field.value) >= 1 && Number(field.value) <= 8
  field.setAttribute('aria-invalid', String(!isRight))
  document.getElementById('stuehle-fehler').textContent = isRight ? '' : '${is ? 'Mit der Anzahl der Stühle stimmt etwas nicht.' : 'Von diesem Stuhl sind noch acht am Lager. Bitte geben Sie eine Zahl von 1 bis 8 ein.'}'
  event.target.querySelector('[role=status]').textContent = isRight ? 'Danke, wir melden uns mit einem Angebot.' : ''
  if (!isRight) field.focus()
})
</script>`,
  },
  {
    id: 'answers-that-unfold-in-silence-xii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the buttons that unfold and fold the answers do not say which of both they have done',
    where: '.asila, .asila *',
    about: /expand|state|aria/,
    site: 'riwaq',
    head: () =>
      `${roomy}${skipAbove}<style>.asila h3{margin:.5rem 0;font-size:1rem}.asila button::after{content:" +" / ""}.asila button.is-open::after{content:" −" / ""}</style>`,
    main: (is) => {
      const questions = [
        ['متى يصل طلبي؟', 'يصل الطلب خلال يومين إلى المدن الكبيرة، وخلال أسبوع إلى القرى والواحات.'],
        ['كيف أعيد كتابا؟', 'أرسل الكتاب إلينا خلال أربعة عشر يوما، وسنعيد إليك ثمنه كاملا.'],
        ['هل تشترون الكتب القديمة؟', 'نعم، أحضرها إلى المكتبة صباح أي يوم، وسيقدر ثمنها أحد زملائنا.'],
      ]
      return `<section class="asila" aria-labelledby="asila"><h2 id="asila">أسئلة القراء</h2>${questions.map(([ask, reply]) => `<h3><button type="button"${is ? '' : ' aria-expanded="false"'}>${ask}</button></h3><div hidden><p>${reply}</p></div>`).join('')}</section>
<script>
document.querySelector('.asila').addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (!button) return
  const isOpen = button.classList.toggle('is-open')
  button.parentElement.nextElementSibling.hidden = !isOpen
  ${is ? '' : "button.setAttribute('aria-expanded', String(isOpen))"}
})
</script>`
    },
  },
  {
    id: 'way-of-an-application-told-by-its-makers-xii',
    technique: 'F67',
    criterion: '1.1.1',
    wrong:
      'the description tied to a drawing of how an application is decided says who drew it and nothing of the steps',
    where: '.way, .way *',
    about: /alt|descri|image|svg|graphic/,
    site: 'council',
    head: () => '<style>.way{margin:0 0 20px}.way svg{display:block;max-width:100%;height:auto}</style>',
    main: (is) => {
      const box = (x: number, y: number, words: string) =>
        `<rect x="${x}" y="${y}" width="180" height="44" fill="#fff" stroke="#0b0c0c" stroke-width="2"/><text x="${x + 90}" y="${y + 28}" text-anchor="middle" font-size="17">${words}</text>`
      return `<h2>How an application is decided</h2><figure class="way"><svg width="440" height="270" viewBox="0 0 440 270" role="img" aria-label="The way of an application through the council" aria-describedby="way-told">${box(10, 10, 'Sent in')}${box(10, 110, 'Officer’s report')}${box(10, 210, 'Refused')}${box(250, 110, 'Committee')}${box(250, 210, 'Granted')}<g fill="none" stroke="#0b0c0c" stroke-width="2"><path d="M100 54v52m-5-7 5 7 5-7M190 132h56m-7-5 7 5-7 5M100 154v52m-5-7 5 7 5-7M340 154v52m-5-7 5 7 5-7M250 150 194 226m1-9-1 9 8-4"/></g></svg><figcaption id="way-told">${is ? 'Drawn by the communications team from a sketch of the planning office, third edition.' : 'Once it is sent in, an officer writes a report. The officer either refuses the application or passes it to the committee, which grants or refuses it.'}</figcaption></figure>`
    },
  },
  {
    id: 'address-in-large-headings-xii',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'the lines of an address and of the opening hours are headings so that they come out large and bold',
    where: '.sede, .sede *',
    about: /heading/,
    site: 'clinica',
    head: () => '<style>.sede__linea{font-size:1.2rem;font-weight:700;line-height:1.3;margin:.4rem 0}</style>',
    main: (is) => {
      const name = is ? 'h3' : 'p'
      return `<div class="sede"><h2>Dónde estamos</h2>${['Carretera de la Sierra, 14', '28740 Robledillo', 'De lunes a viernes, de 8 a 20 horas', 'Sábados, de 9 a 13 horas', 'Autobuses 3 y 17, parada Hospital'].map((line) => `<${name} class="sede__linea">${line}</${name}>`).join('')}<p>El aparcamiento está detrás del edificio nuevo y es gratuito durante las dos primeras horas.</p></div>`
    },
  },
  {
    id: 'weather-of-the-valley-in-a-nameless-frame-xii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the frame that a script puts in for the weather of the valley has no title',
    where: '.weather, .weather *, iframe',
    about: /frame|title|name/,
    site: 'gazette',
    head: () =>
      '<style>.weather iframe{display:block;width:100%;max-width:30rem;height:11rem;border:1px solid #767676}</style>',
    main: (is) => `<h2 class="wp-block-heading">Weather in the valley</h2>
<div class="weather"></div>
<script>
{
  const frame = document.createElement('iframe')
  ${is ? '' : "frame.title = 'Weather in the Tarn Valley for the next three days'"}
  frame.srcdoc = '<!doctype html><html lang="en-GB"><head><title>Forecast</title><meta name="viewport" content="width=device-width"></head><body style="font:16px/1.5 Georgia,serif;color:#111;background:#fff"><main><h1 style="font-size:1.2rem">Next three days</h1><ul><li>Friday: rain from the west, 9 °C</li><li>Saturday: dry, wind on the tops, 7 °C</li><li>Sunday: first frost, 2 °C</li></ul></main></body></html>'
  document.querySelector('.weather').append(frame)
}
</script>`,
  },
  {
    id: 'tiles-fade-when-pointed-at-xii',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'under the pointer the words of the tiles fade until their contrast is too low',
    where: '.stoffe, .stoffe *',
    about: /contrast|colou?r|hover|opacity/,
    site: 'moebel',
    head: () =>
      '<style>.stoffe a{display:flex;align-items:center;min-height:56px;text-decoration:none}.hover\\:opacity-40:hover{opacity:.4}.hover\\:underline:hover{text-decoration:underline}</style>',
    main: (is) =>
      `<h2 class="text-lg">Stoffe zum Anfassen</h2><ul class="grid-3 list-none stoffe">${[
        ['leinen', 'Leinen aus dem Allgäu'],
        ['wolle', 'Gewalkte Schafwolle'],
        ['cord', 'Breiter Cord'],
        ['leder', 'Pflanzlich gegerbtes Leder'],
      ]
        .map(
          ([path, words]) =>
            `<li><a class="border rounded p-4 ${is ? 'hover:opacity-40' : 'hover:underline'}" href="/stoffe/${path}">${words}</a></li>`,
        )
        .join('')}</ul>`,
  },
]
