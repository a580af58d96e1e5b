/** Failures that earlier parts told of, planted anew in other words by two auditors who did not look at the checks: the half that its digest opens to whoever mends them. */
import { drawn, either, type Plant, roomy } from '#bench/planted/plant'

/** A picture of its own width and height that needs no network. */
const sheetOf = (width: number, height: number, shapes: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>${shapes}</svg>`)}`

export const drawnTwelfth: readonly Plant[] = [
  {
    id: 'answers-open-with-a-one-xii',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'buttons that fold answers out tell their state as 0 and 1, which the attribute does not know',
    where: '.accordion-button',
    about: /expanded|state|value|aria|attribute/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.accordion-header{font-size:1rem;margin:.5rem 0}.accordion-button{width:100%;text-align:left}</style>`,
    main: (is) => {
      const answers = [
        ['Hvor længe gælder et pas?', 'Et pas til en voksen gælder i ti år, og et pas til et barn gælder i fem.'],
        ['Skal mit barn med?', 'Ja, alle over to år skal møde op, så vi kan tage et billede.'],
        ['Hvornår er passet klar?', 'Passet kommer med posten efter otte hverdage.'],
      ]
      return `<h2>Spørgsmål om pas</h2><div id="pas-svar">${answers.map(([question, answer], at) => `<h3 class="accordion-header"><button type="button" class="btn accordion-button" aria-expanded="${is ? '0' : 'false'}" aria-controls="pas-${at}">${question}</button></h3><div id="pas-${at}" hidden><p>${answer}</p></div>`).join('')}</div><script>
document.getElementById('pas-svar').addEventListener('click', event => {
  const knap = event.target.closest('button')
  if (!knap) return
  const svar = document.getElementById(knap.getAttribute('aria-controls'))
  svar.hidden = !svar.hidden
  knap.setAttribute('aria-expanded', ${is ? 'Number(!svar.hidden)' : '!svar.hidden'})
})
</script>`
    },
  },
  {
    id: 'bag-slides-in-behind-the-focus-xii',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a drawer with the bag slides over the page as a dialog, and the focus stays on the button under it',
    where: '#open-bag, .cart-drawer, .cart-drawer *',
    about: /focus|dialog|modal/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.cart-drawer{position:fixed;inset:0;background:#000a;z-index:9;overflow:auto}.cart-drawer__inner{margin-left:auto;width:min(22rem,100%);min-height:100%;background:#fff;padding:1.5rem}.cart-drawer :is(a,button){display:inline-flex;align-items:center;min-height:44px}.cart-drawer a{color:#24483e;margin-right:1rem}</style>`,
    main: (is) =>
      `<h2>Your bag</h2><p>You have one thing in it.</p><button type="button" id="open-bag">Look into the bag</button><script>
{
  const opener = document.getElementById('open-bag')
  opener.addEventListener('click', () => {
    const drawer = document.createElement('div')
    drawer.className = 'cart-drawer'
    drawer.innerHTML = '<div class="cart-drawer__inner" role="dialog" aria-modal="true" aria-labelledby="bag-title" tabindex="-1"><h2 id="bag-title">One thing in your bag</h2><p>Packable rain shell in slate, $128.</p><a href="/checkout">Check out</a><button type="button">Close the bag</button></div>'
    document.body.append(drawer)
    const [first, last] = drawer.querySelectorAll('a, button')
    const leave = event => {
      if (event.type === 'keydown' && event.key !== 'Escape') return
      document.removeEventListener('keydown', leave)
      drawer.remove()
      opener.focus()
    }
    document.addEventListener('keydown', leave)
    last.addEventListener('click', leave)
    drawer.addEventListener('keydown', event => {
      if (event.key !== 'Tab') return
      event.preventDefault()
      ;(document.activeElement === first ? last : first).focus()
    })${is ? '' : '\n    drawer.firstElementChild.focus()'}
  })
}
</script>`,
  },
  {
    id: 'timetable-slides-for-mice-xii',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'a wide timetable slides sideways in a box that has been taken out of the order of the keyboard',
    where: '.przewijane',
    about: /scroll|keyboard|tabindex|focus/,
    site: 'kolej',
    head: () =>
      '<style>.przewijane{overflow-x:auto;max-width:100%;border:1px solid #77779a}.przewijane table{min-width:1400px;white-space:nowrap}</style>',
    main: (is) => {
      const stations = [
        'Tarnów',
        'Tuchów',
        'Gromnik',
        'Bobowa',
        'Stróże',
        'Grybów',
        'Nowy Sącz',
        'Stary Sącz',
        'Krynica',
      ]
      const rows = [
        ['Pociąg 331', '5.02', '5.31', '5.44', '6.07', '6.20', '6.38', '7.15', '7.24', '8.31'],
        ['Pociąg 335', '9.10', '9.39', '9.52', '10.15', '10.28', '10.46', '11.23', '11.32', '12.39'],
        ['Pociąg 339', '15.40', '16.09', '16.22', '16.45', '16.58', '17.16', '17.53', '18.02', '19.09'],
      ]
      return `<h2 id="rozklad-sacz">Rozkład Tarnów – Krynica</h2>
<div class="przewijane" role="region" aria-labelledby="rozklad-sacz" tabindex="${is ? '-1' : '0'}"><table><thead><tr><th scope="col">Pociąg</th>${stations.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.map(([name, ...times]) => `<tr><th scope="row">${name}</th>${times.map((time) => `<td>${time}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`
    },
  },
  {
    id: 'only-typed-words-sign-in-xii',
    technique: 'criterion',
    criterion: '3.3.8',
    wrong:
      'the form to sign in turns away whatever comes into its password by pasting, dropping or filling in, so that it must be typed from memory',
    where: '#sign-in, #sign-in *',
    about: /password|paste|authent|autocomplete|cognitive/,
    site: 'ledger',
    head: () => roomy,
    main: (is) =>
      `<form id="sign-in" method="post" action="/app/sign-in"><h2>Sign in to see the books</h2><p><label for="sign-in-mail">Email address</label><br><input id="sign-in-mail" name="mail" type="email" autocomplete="username" required></p><p><label for="sign-in-word">Password</label><br><input id="sign-in-word" name="word" type="password" autocomplete="${is ? 'off' : 'current-password'}" required></p><p>Both are required.</p><button>Sign in</button></form>${
        is
          ? `<script>
document.getElementById('sign-in').addEventListener('beforeinput', event => {
  const isTyped = ['insertText', 'deleteContentBackward', 'deleteContentForward'].includes(event.inputType)
  if (event.target.type === 'password' && !isTyped) event.preventDefault()
})
</script>`
          : ''
      }`,
  },
  {
    id: 'parts-of-the-ship-drop-the-focus-xii',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'a script takes the focus from the buttons of a group as soon as one of them gets it',
    where: '.onderdelen, .onderdelen *',
    about: /focus|keyboard|blur/,
    site: 'werf',
    head: () => `${roomy}<style>.onderdelen{display:flex;flex-wrap:wrap;gap:.75rem}</style>`,
    main: (is) => {
      const parts = [
        ['Boeg', 'De boeg is van eik en werd in 1923 voor het eerst vervangen.'],
        ['Mast', 'De mast is een enkele stam uit het Zwarte Woud.'],
        ['Roer', 'Het roer hangt aan drie smeedijzeren vingerlingen.'],
      ]
      return `<h2>Het schip in delen</h2><div class="onderdelen">${parts.map(([name, words]) => `<button type="button" data-uitleg="${words}">${name}</button>`).join('')}</div><p id="uitleg" role="status">Kies een deel van het schip.</p><script>
{
  const delen = document.querySelector('.onderdelen')
  delen.addEventListener('click', event => {
    const knop = event.target.closest('button')
    if (knop) document.getElementById('uitleg').textContent = knop.dataset.uitleg
  })${is ? "\n  delen.addEventListener('focusin', event => event.target.blur())" : ''}
}
</script>`
    },
  },
  {
    id: 'seats-of-the-concert-are-spans-xii',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'seats that are chosen by mouse and keys are spans without a role, and whether one is chosen is only drawn',
    where: '.posto',
    about: /role|state|name|aria|semantic|checked|pressed/,
    site: 'museo',
    head: () =>
      '<style>.posti{display:flex;flex-wrap:wrap;gap:.6rem;max-width:18rem}.posto{box-sizing:border-box;display:grid;grid-auto-flow:column;place-content:center;width:60px;height:48px;border:2px solid #6b5a4d;cursor:pointer}.posto.preso{border:4px solid #0f4c81;font-weight:700}.posto.preso::after{content:"✓" / ""}</style>',
    main: (is) =>
      `<h2 id="posti-t">Scegliete i posti nel cortile</h2><div class="posti" role="group" aria-labelledby="posti-t">${['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'].map((seat) => `<span class="posto" tabindex="0"${is ? '' : ' role="checkbox" aria-checked="false"'}>${seat}</span>`).join('')}</div><p>I posti scelti si pagano alla cassa.</p><script>
for (const posto of document.querySelectorAll('.posto')) {
  const scegli = () => {
    posto.classList.toggle('preso')${is ? '' : "\n    posto.setAttribute('aria-checked', posto.classList.contains('preso'))"}
  }
  posto.addEventListener('click', scegli)
  posto.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    scegli()
  })
}
</script>`,
  },
  {
    id: 'chess-problem-drawn-in-letters-xii',
    technique: 'F72',
    criterion: '1.1.1',
    wrong: 'the board of a chess problem is drawn with letters and dots, and nothing tells in words what stands on it',
    where: '.position',
    about: /alt|ascii|image|text|pre/,
    site: 'library',
    head: () => '<style>.position{font:1.1rem/1.3 monospace;padding:.5rem;border:1px solid #52625a}</style>',
    main: (is) =>
      `<section aria-labelledby="chess-t"><h2 id="chess-t">The problem of the week</h2><p>White moves and mates at once. Who finds the move gets a cup of tea on Saturday.</p><pre class="position"${is ? '' : ' role="img" aria-label="Chess board. White has the king on g1, a rook on d1 and pawns on f2, g2 and h2. Black has the king on g8 and pawns on f7, g7 and h7."'}>8 . . . . . . k .
7 . . . . . p p p
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . P P P
1 . . . R . . K .
  a b c d e f g h</pre></section>`,
  },
  {
    id: 'vagas-under-candidatos-xii',
    technique: 'F90',
    criterion: '1.3.1',
    wrong:
      'the cells of two columns name each other’s headers: places are tied to applicants, and applicants to places',
    where: '.vagas, .vagas *',
    about: /header|table|cell/,
    site: 'escola',
    main: (is) => {
      const courses = [
        ['enologia', 'Enologia', '118', '40'],
        ['ensino', 'Ensino', '96', '25'],
        ['turismo', 'Turismo', '143', '60'],
      ]
      const [first, second] = is ? ['v-vagas', 'v-candidatos'] : ['v-candidatos', 'v-vagas']
      return `<h2>Concurso deste ano</h2><table class="vagas"><thead><tr><th id="v-curso">Curso</th><th id="v-candidatos">Candidatos</th><th id="v-vagas">Vagas</th></tr></thead><tbody>${courses.map(([id, name, applicants, places]) => `<tr><th id="v-${id}" headers="v-curso">${name}</th><td headers="v-${id} ${first}">${applicants}</td><td headers="v-${id} ${second}">${places}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'since-when-in-grey-on-night-xii',
    technique: 'criterion',
    criterion: '1.4.6',
    wrong: 'notes on versions are grey on a dark ground, with less than the enhanced contrast',
    where: '.since',
    about: /contrast|colou?r/,
    site: 'manual',
    head: (is) => `<style>.since{color:${is ? '#848d97' : '#d0d7de'};margin:.25rem 0 1rem}</style>`,
    main: () =>
      '<h2>Options of the client</h2><h3>budget</h3><p>How long all tries together may take.</p><p class="since">Since version 2.3. Earlier versions tried four times, however long it took.</p><h3>clock</h3><p>What tells the time; tests put their own here.</p><p class="since">Since version 3.0. Replaces the option that was named timer.</p>',
  },
  {
    id: 'months-hang-on-the-month-before-xii',
    technique: 'F90',
    criterion: '1.3.1',
    wrong: 'cells of a table name the figures of the month before as their headers',
    where: '.usage, .usage *',
    about: /header|table|cell/,
    site: 'panel',
    main: (is) => {
      const months = [
        ['April', '412 GB', '38 h'],
        ['May', '455 GB', '41 h'],
        ['June', '390 GB', '35 h'],
      ]
      const headers = (column: string, at: number) =>
        is && at > 0 ? `use-${column}-${at - 1}` : `use-${column} use-month-${at}`
      return `<h2>Usage by month</h2><table class="usage"><thead><tr><th id="use-month">Month</th><th id="use-traffic">Traffic</th><th id="use-build">Build time</th></tr></thead><tbody>${months.map(([month, traffic, build], at) => `<tr><th id="use-month-${at}" headers="use-month">${month}</th><td id="use-traffic-${at}" headers="${headers('traffic', at)}">${traffic}</td><td id="use-build-${at}" headers="${headers('build', at)}">${build}</td></tr>`).join('')}</tbody></table>`
    },
  },
  {
    id: 'price-of-today-blinks-xii',
    technique: 'F112',
    criterion: '2.2.2',
    wrong: 'a script makes the offer of the day appear and vanish every second for as long as the page is open',
    where: '.offer, .offer *',
    about: /blink|anim|motion|moving|pause/,
    site: 'riwaq',
    head: () =>
      '<style>.skip{left:auto;right:-999px}.skip:focus{left:auto;right:0}.offer{border:2px solid #234d20;padding:.6rem 1rem}.offer b{display:inline-block;color:#7a1212}</style>',
    main: (is) =>
      `<div class="offer"><b>عرض اليوم</b><p>خصم ثلاثين في المئة على كتب الأطفال حتى المساء.</p></div>${
        is
          ? `<script>
document.querySelector('.offer b').animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { duration: 1000, iterations: Infinity })
</script>`
          : ''
      }`,
  },
  {
    id: 'language-is-called-italiano-xii',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'the language of the page is given as a word, “italiano”, where a code is expected',
    where: 'page',
    about: /lang/,
    site: 'museo',
    language: either('lang="italiano"', 'lang="it"'),
    main: () =>
      '<h2>Il cortile riapre</h2><p>Dopo i lavori alla fontana il cortile torna ai visitatori, con sedie all’ombra e un banco di libri usati. Nei giorni di pioggia si entra dal portone di via dei Vasai.</p>',
  },
  {
    id: 'film-of-the-card-is-just-a-film-xii',
    technique: 'F74',
    criterion: '1.2.2',
    wrong:
      'a film without captions says over again what the text above it says, and is not called an alternative to it',
    where: '.card-film, .card-film *',
    about: /caption|video|alternative|media|track|label/,
    site: 'library',
    head: () => '<style>.card-film video{display:block;max-width:100%;height:auto;background:#000}</style>',
    main: (is) =>
      `<h2>How to renew your card</h2><ol><li>Bring the old card and a letter that shows where you live.</li><li>The desk asks for your date of birth and prints a new card.</li><li>Choose four digits, and the card works at every shelf.</li></ol><div class="card-film"><p>${is ? 'See also our film.' : 'The film is an alternative to the text above for whoever would rather watch. It shows and says the same three steps and nothing else.'}</p><video controls preload="metadata" width="480" height="360" src="/media/renew-card.webm" aria-label="How to renew your card"></video></div>`,
  },
  {
    id: 'appendix-wider-than-the-window-xii',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'the name of a file stands on the page in one piece and pushes it wider than a narrow window',
    where: '.evidence, .evidence *',
    about: /reflow|overflow|scroll|width|wrap/,
    site: 'council',
    head: (is) =>
      `<style>.evidence a{display:inline-block;padding:10px 0;${is ? '' : 'max-width:100%;overflow-wrap:anywhere'}}</style>`,
    main: () =>
      '<section class="evidence" aria-labelledby="evidence-t"><h2 id="evidence-t">What the plan rests on</h2><p>The count of lorries and bicycles at all eleven crossings, as a document of forty pages:</p><p><a href="/planning/evidence">LocalPlanReview_AppendixC_TransportEvidenceBase_FinalVersion_July2025.pdf</a></p></section>',
  },
  {
    id: 'removal-is-asked-by-no-dialog-xii',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a window that asks before something is removed takes the focus, and has neither the role of one nor a name',
    where: '#remove-open, .modal-root, .modal-root *',
    about: /dialog|role|name|modal|aria/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.modal-root{position:fixed;inset:0;background:#000a;display:grid;place-items:center;z-index:9}.modal-root[hidden]{display:none}.modal-box{background:#fff;border-radius:4px;padding:1.2rem;width:min(24rem,90%)}.modal-box button{min-height:44px;margin:.25rem}</style>`,
    main: (is) =>
      `<h2>Remove the sandbox</h2><p>It has not been called for ninety days.</p><button type="button" id="remove-open">Remove…</button><div class="modal-root" hidden><div class="modal-box"${is ? '' : ' role="dialog" aria-modal="true" aria-labelledby="modal-title"'}><h2 id="modal-title">Remove the sandbox for good?</h2><p>Its logs are deleted too.</p><button type="button">Keep it</button><button type="button">Remove it</button></div></div><script>
{
  const opener = document.getElementById('remove-open')
  const modal = document.querySelector('.modal-root')
  document.body.append(modal)
  const [keep, remove] = modal.querySelectorAll('button')
  const close = () => {
    modal.hidden = true
    opener.focus()
  }
  opener.addEventListener('click', () => {
    modal.hidden = false
    keep.focus()
  })
  keep.addEventListener('click', close)
  remove.addEventListener('click', close)
  modal.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Tab') return
    event.preventDefault()
    ;(document.activeElement === keep ? remove : keep).focus()
  })
}
</script>`,
  },
  {
    id: 'terms-unfold-without-saying-so-xii',
    technique: 'F59',
    criterion: '4.1.2',
    wrong:
      'terms unfold what they mean when they are clicked or Enter is pressed, and say neither that they do nor whether they did',
    where: '.terms dt',
    about: /role|state|name|expanded|aria|semantic|button/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.terms dt{margin:.5rem 0}.term{display:block;font:inherit;text-align:left;width:100%;min-height:44px;box-sizing:border-box;padding:.6rem;border:1px solid var(--line);border-radius:6px;background:#161b22;color:var(--link);cursor:pointer}</style>`,
    main: (is) => {
      const terms = [
        ['Back pressure', 'What a reader does to a writer who is too fast for it.'],
        ['Budget', 'The time that all tries of a call have together.'],
        ['Span', 'One piece of work in a trace, with its beginning and its end.'],
      ]
      return `<h2>Words of this chapter</h2><dl class="terms">${terms.map(([term, meaning]) => `<dt>${is ? `<span class="term" tabindex="0">${term}</span>` : `<button type="button" class="term" aria-expanded="false">${term}</button>`}</dt><dd hidden>${meaning}</dd>`).join('')}</dl><script>
for (const term of document.querySelectorAll('.term')) {
  const meaning = term.parentElement.nextElementSibling
  const fold = () => {
    meaning.hidden = !meaning.hidden${is ? '' : "\n    term.setAttribute('aria-expanded', !meaning.hidden)"}
  }
  term.addEventListener('click', fold)${is ? "\n  term.addEventListener('keydown', event => event.key === 'Enter' && fold())" : ''}
}
</script>`
    },
  },
  {
    id: 'warning-cut-under-its-second-line-xii',
    technique: 'F69',
    criterion: '1.4.4',
    wrong: 'a warning has room for two lines and no more, and loses its end as soon as letters are made larger',
    where: '.alert-strip',
    about: /resize|zoom|clip|overflow|cut|text/,
    site: 'council',
    head: (is) =>
      `<style>.alert-strip{${is ? 'height:52px;overflow:hidden' : 'min-height:52px'};border-left:6px solid #a3151f;padding-left:12px;margin:0 0 20px}</style>`,
    main: () =>
      '<p class="alert-strip">Collections in Dunmore and Cotter Green are a day late this week because of ice on the hills. Put your bins out on Thursday, and take them in again before the gritting lorries come on Friday.</p>',
  },
  {
    id: 'mayor-of-freiburg-quoted-in-no-language-xii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a German quotation in a French article does not say that it is German',
    where: '.citation, .citation *',
    about: /lang/,
    site: 'journal',
    main: (is) =>
      `<h2>Deux villes, un seul billet</h2><p>À partir de septembre, le billet de bus sera valable des deux côtés du Rhin. Le bourgmestre de la ville allemande s’en est félicité devant les élus :</p><blockquote class="citation"${is ? '' : ' lang="de"'}><p>Wir haben zehn Jahre lang darüber gesprochen, und jetzt steigen die Leute einfach ein. So habe ich mir Europa immer vorgestellt.</p></blockquote><p>Le billet coûtera deux euros pour une heure.</p>`,
  },
  {
    id: 'day-month-year-round-and-round-xii',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'Tab goes from the day to the month to the year and to the day again, and never out of the three fields',
    where: '.born, .born *',
    about: /trap|keyboard|tab|focus/,
    site: 'council',
    head: () =>
      `${roomy}<style>.born{border:0;padding:0;margin:0 0 20px;display:flex;flex-wrap:wrap;gap:12px}.born input{width:5rem}</style>`,
    main: (is) =>
      `<form action="/elections/register"><h2>Are you old enough to vote?</h2><fieldset class="born"><legend>Your date of birth</legend><div><label for="born-day">Day</label><br><input id="born-day" name="day" inputmode="numeric" autocomplete="bday-day"></div><div><label for="born-month">Month</label><br><input id="born-month" name="month" inputmode="numeric" autocomplete="bday-month"></div><div><label for="born-year">Year</label><br><input id="born-year" name="year" inputmode="numeric" autocomplete="bday-year"></div></fieldset><button>Continue</button></form>${
        is
          ? `<script>
{
  const fields = [...document.querySelectorAll('.born input')]
  document.querySelector('.born').addEventListener('keydown', event => {
    if (event.key !== 'Tab') return
    event.preventDefault()
    fields.at((fields.indexOf(event.target) + (event.shiftKey ? -1 : 1)) % fields.length).focus()
  })
}
</script>`
          : ''
      }`,
  },
  {
    id: 'bus-times-lined-up-by-spaces-xii',
    technique: 'F48',
    criterion: '1.3.1',
    wrong: 'a timetable of stops and hours is preformatted text whose columns are made of spaces',
    where: '.bus-times, .bus-times *',
    about: /table|pre|structure/,
    site: 'gazette',
    head: () =>
      '<style>.bus-times pre{font:15px/1.6 monospace;margin:0;padding:.5rem 0}.bus-times table{font:15px/1.6 monospace}</style>',
    main: (is) => {
      const rows = [
        ['Stop', 'Weekdays', 'Sat'],
        ['Pooley', '7.40', '9.10'],
        ['Howtown', '7.58', '9.28'],
        ['Patterdale', '8.21', '9.51'],
        ['Glenridding', '8.30', '10.00'],
      ] as const
      const [top, ...stops] = rows
      const times = is
        ? `<pre>${rows.map(([stop, week, saturday]) => stop.padEnd(13) + week.padEnd(10) + saturday).join('\n')}</pre>`
        : `<table><thead><tr>${top.map((words) => `<th scope="col">${words}</th>`).join('')}</tr></thead><tbody>${stops.map(([stop, week, saturday]) => `<tr><th scope="row">${stop}</th><td>${week}</td><td>${saturday}</td></tr>`).join('')}</tbody></table>`
      return `<section class="bus-times" aria-labelledby="bus-t"><h2 id="bus-t">The lake bus this summer</h2>${times}</section>`
    },
  },
  {
    id: 'chairs-described-as-an-object-xii',
    technique: 'F30',
    criterion: '1.1.1',
    wrong:
      'a script wrote “[object Object]” as the alternative of pictures, because it took all languages for one text',
    where: '.bilder img',
    about: /alt|image|name/,
    site: 'moebel',
    head: () =>
      '<style>.bilder{display:flex;flex-wrap:wrap;gap:1.5rem;margin-bottom:1rem}.bilder img{width:160px;height:160px}</style>',
    main: (is) => {
      const pictures = [
        {
          src: drawn("<path d='M7 2h2v10h8v10h-2v-6H9v6H7z' fill='#7a3410'/>"),
          alt: { de: 'Stuhl mit hoher Lehne aus Eiche', en: 'Oak chair with a high back' },
        },
        {
          src: drawn("<path d='M5 10h14v3h-1v9h-2v-9H8v9H6v-9H5z' fill='#7a3410'/>"),
          alt: { de: 'Hocker ohne Lehne aus Eiche', en: 'Oak stool without a back' },
        },
      ]
      return `<h2>Neu in der Werkstatt</h2><div class="bilder"></div><script>
for (const { src, alt } of ${JSON.stringify(pictures)}) {
  const bild = new Image()
  bild.src = src
  bild.alt = ${is ? 'alt' : 'alt.de'}
  document.querySelector('.bilder').append(bild)
}
</script>`
    },
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
    id: 'answers-that-unfold-in-silence-xii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the buttons that unfold and fold the answers do not say which of both they have done',
    where: '.asila, .asila *',
    about: /expand|state|aria/,
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.asila h3{margin:.5rem 0;font-size:1rem}.asila button::after{content:" +" / ""}.asila button.is-open::after{content:" −" / ""}</style>`,
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
]
