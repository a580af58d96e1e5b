/** Planted failures of an auditor who did not look at the checks, first part: the half that its digest opens to whoever mends them. */
import { either, type Plant } from '#bench/planted/plant'

export const drawnFirst: readonly Plant[] = [
  {
    id: 'calendar-keeps-tab',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'a calendar takes Tab for going on to the next day and lets nobody out',
    where: '.cal, .cal *',
    about: /trap|keyboard|focus/,
    site: 'kommune',
    head: () =>
      '<style>.cal{display:grid;grid-template-columns:repeat(7,minmax(0,2.6rem));gap:4px}.cal button{min-height:2.6rem;background:#fff;color:#212529;border:1px solid #5c636a}</style>',
    main: (is) => `<h2>Vælg en dag i marts</h2>
<div class="cal" role="group" aria-label="Dage i marts">${Array.from({ length: 14 }, (_, at) => `<button type="button">${at + 1}</button>`).join('')}</div>
<p><button type="button" class="btn">Bekræft dagen</button></p>
<script>
{
  const days = [...document.querySelectorAll('.cal button')]
  for (const [at, day] of days.entries()) {
    day.addEventListener('click', () => day.setAttribute('aria-pressed', 'true'))
    day.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7${is ? ', Tab: event.shiftKey ? -1 : 1' : ''} }[event.key]
      if (!step) return
      event.preventDefault()
      days[(at + step + days.length) % days.length].focus()
    })
  }
}
</script>`,
  },
  {
    id: 'map-line-named-by-colour',
    technique: 'F13',
    criterion: '1.1.1',
    wrong: 'a text speaks of the red line of a picture, whose alternative tells of no line',
    where: 'figure, figure *',
    about: /alt|colou?r/,
    site: 'kolej',
    main: (is) => `<h2>Objazd w czasie remontu</h2>
<figure><img style="max-width:100%;height:auto" width="420" height="120" alt="${is ? 'Mapa linii' : 'Mapa linii. Czerwona linia objazdu prowadzi z Tarnowa przez Bobową do Nowego Sącza, niebieska linia przez Stróże jest zamknięta'}" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 420 120'%3E%3Crect width='420' height='120' fill='%23fff'/%3E%3Cpath d='M20 100 C120 20 300 20 400 100' stroke='%23c00' stroke-width='6' fill='none'/%3E%3Cpath d='M20 100 H400' stroke='%2300c' stroke-width='6'/%3E%3C/svg%3E">
<figcaption>Do końca marca pociągi jadą trasą zaznaczoną na czerwono.</figcaption></figure>
<p>Bilety są ważne na obu trasach bez dopłaty.</p>`,
  },
  {
    id: 'wall-of-logos-goes-by',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'the logos of sponsors go by without end and nothing stops them',
    where: '.wall, .wall *',
    about: /mov|animat|endless|pause/,
    site: 'escola',
    head: (is) =>
      `<style>.wall{overflow:hidden;max-width:40rem}.wall ul{display:flex;gap:2rem;list-style:none;padding:0;${is ? 'width:max-content;animation:by 18s linear infinite' : 'flex-wrap:wrap'}}@keyframes by{to{transform:translateX(-50%)}}</style>`,
    main: () => `<section aria-labelledby="apoios"><h2 id="apoios">Com o apoio de</h2>
<div class="wall"><ul>${['Adega do Vale', 'Banco do Rio', 'Câmara Municipal', 'Gráfica Luz', 'Rádio Serra'].map((name, at) => `<li><img src="/media/sponsor-${at}.png" alt="${name}" width="120" height="60"></li>`).join('')}</ul></div></section>
<p>Sem os nossos parceiros, a escola não teria oficinas abertas ao fim de semana.</p>`,
  },
  {
    id: 'swatch-changes-photo',
    technique: 'F20',
    criterion: '1.1.1',
    wrong: 'another colour is chosen, the photograph changes and its alternative still tells of the first',
    where: '.product__media, .product__media img, .swatches',
    about: /alt/,
    site: 'volt',
    main: () => `<div class="product__media"><img id="ProductImage" src="/media/pack-moss.jpg" alt="Day pack in moss green, seen from the front" width="160" height="120"></div>
<fieldset class="swatches"><legend>Color</legend>
<label><input type="radio" name="Color" value="moss" data-alt="Day pack in moss green, seen from the front" checked> Moss</label>
<label><input type="radio" name="Color" value="rust" data-alt="Day pack in rust red, seen from the front"> Rust</label>
<label><input type="radio" name="Color" value="slate" data-alt="Day pack in slate gray, seen from the front"> Slate</label></fieldset>`,
    script: (is) => `for (const input of document.querySelectorAll('.swatches input')) {
  input.addEventListener('change', () => {
    const image = document.getElementById('ProductImage')
    image.src = '/media/pack-' + input.value + '.jpg'
    ${is ? '' : 'image.alt = input.dataset.alt'}
  })
}
`,
  },
  {
    id: 'title-with-braces',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title is a variable of the template that was never filled',
    where: 'page',
    about: /title/,
    site: 'gazette',
    title: either(
      '{{ post.title | striptags }} | {{ site.name }}',
      'Swimmers return to the tarn | The Tarn Valley Gazette',
    ),
    main: () =>
      '<p>On Sunday thirty swimmers went in at Howtown, the first since the signs were put up. “It was colder than I remembered,” said Ivy Postlethwaite, who is eighty-one.</p><p>The water company says that the tests of the last six weeks were all good.</p>',
  },
  {
    id: 'courses-by-dots',
    technique: 'F26',
    criterion: '1.3.3',
    wrong: 'full and empty dots alone tell which subject is taught in which term',
    where: '.plano, .plano *',
    about: /symbol|sign|sensory|table|name|text/,
    site: 'escola',
    head: () => '<style>.plano td,.plano th{padding:.3rem}</style>',
    main: (is) => {
      const dot = (isOn: boolean) =>
        `<td>${is ? (isOn ? '●' : '○') : isOn ? '<span aria-hidden="true">●</span> sim' : '<span aria-hidden="true">○</span> não'}</td>`
      const rows: [string, boolean, boolean][] = [
        ['Química do vinho', true, false],
        ['Solos e clima', true, true],
        ['Gestão da adega', false, true],
      ]
      return `<h2>Plano de estudos</h2>
<table class="plano"><thead><tr><th scope="col">Disciplina</th><th scope="col">1.º semestre</th><th scope="col">2.º semestre</th></tr></thead><tbody>
${rows.map(([name, a, b]) => `<tr><th scope="row">${name}</th>${dot(a)}${dot(b)}</tr>`).join('\n')}
</tbody></table>`
    },
  },
  {
    id: 'alt-undefined',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'a program put the word "undefined" in for an alternative that was not there',
    where: '.media-list img',
    about: /alt/,
    site: 'panel',
    main: (is) => `<h2>Screens of the last deployment</h2>
<div class="media-list">${['The start page on a phone', 'The basket with two rows', 'The receipt in the dark theme'].map((alt, at) => `<img class="MuiCardMedia-img" src="/media/screen-${at}.png" width="200" height="120" alt="${is ? 'undefined' : alt}">`).join('\n')}</div>`,
  },
  {
    id: 'bag-here-cart-there',
    technique: 'F31',
    criterion: '3.2.4',
    wrong: 'one thing is called a bag at the top and a cart under the products',
    where: '.tools a',
    about: /twice|named|identical|consistent|same/,
    site: 'volt',
    main: (is) => `<p class="tools"><a href="/cart">Your bag (2)</a></p>
<h2>Ready to go?</h2><p>Everything is still where you left it, and shipping is free over $75.</p>
<p class="tools"><a href="/cart">${is ? 'View cart' : 'Your bag (2)'}</a></p>`,
  },
  {
    id: 'day-chosen-goes-on',
    technique: 'F36',
    criterion: '3.2.2',
    wrong: 'putting in a date loads the timetable of that day without a word or a press',
    where: '#dag, form.dagvalg',
    about: /change|context|input|submit/,
    site: 'kommune',
    main: (
      is,
    ) => `<form class="dagvalg" action="/tider"><p><label for="dag">Dag, du vil komme</label> <input type="date" id="dag" name="dag"> <button class="btn">Vis ledige tider</button></p></form>
${is ? "<script>document.getElementById('dag').addEventListener('change', (event) => event.target.form.submit())</script>" : ''}`,
  },
  {
    id: 'wave-between-parts',
    technique: 'F38',
    criterion: '1.1.1',
    wrong: 'a wave that divides two parts has no alt attribute, and is read by its address',
    where: 'img.divider',
    about: /alt/,
    site: 'werf',
    main: (is) =>
      `<p>De sleepboot is in het voorjaar gelicht en kreeg een nieuwe kiel.</p>\n<img class="divider" src="/media/wp-content/golf-scheiding-2x.png" width="600" height="20" style="max-width:100%"${is ? '' : ' alt=""'}>\n<p>De motor volgt zodra het water zakt.</p>`,
  },
  {
    id: 'h6-for-small-print',
    technique: 'F43',
    criterion: '1.3.1',
    wrong: 'conditions are headings of level six so that they come out small',
    where: '.offer h6, .offer .small',
    about: /heading/,
    site: 'kommune',
    head: () => '<style>.offer h6,.offer .small{font-size:.8rem;font-weight:400;margin:.3rem 0}</style>',
    main: (is) => {
      const small = is ? 'h6' : 'p'
      return `<section class="offer" aria-labelledby="off"><h2 id="off">Lej en havelod</h2><p>Havelodderne ligger ved åen og er på to hundrede kvadratmeter.</p>
<${small} class="small">Prisen reguleres hvert år i januar, og kontrakten kan opsiges med tre måneders varsel til den første i en måned.</${small}>
<${small} class="small">Der opkræves et depositum på fem hundrede kroner, som betales tilbage, når lodden er ryddet og synet.</${small}></section>`
    },
  },
  {
    id: 'newsletter-first-of-all',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'the fields of a newsletter at the foot of the article come first of all with Tab',
    where: '.mc4wp-form, .mc4wp-form *',
    about: /tabindex|order/,
    site: 'gazette',
    main: (is) => {
      const first = (n: number) => (is ? ` tabindex="${n}"` : '')
      return `<p>The hedge was laid in three days by four people and one dog.</p><p>It will be thick enough for wrens in two springs, and for sheep in five.</p>
<form class="mc4wp-form" action="/subscribe" method="post"><h2>The Thursday letter</h2><p><label for="mc-name">First name</label> <input id="mc-name" name="FNAME" autocomplete="given-name"${first(1)}></p><p><label for="mc-mail">Email address</label> <input id="mc-mail" type="email" name="EMAIL" autocomplete="email"${first(2)}></p><p><button${first(3)}>Subscribe</button></p></form>`
    },
  },
  {
    id: 'table-between-bars',
    technique: 'F48',
    criterion: '1.3.1',
    wrong: 'a table of limits is text between bars, as a writer of notes would type it',
    where: 'pre, .limits',
    about: /table|preformatted/,
    site: 'manual',
    main: either(
      `<h2>Limits</h2>
<pre><code>| Plan       | Calls a minute | Longest body |
|------------|----------------|--------------|
| Hobby      | 60             | 1 MB         |
| Team       | 600            | 10 MB        |
| Enterprise | 6000           | 100 MB       |</code></pre>`,
      `<h2>Limits</h2>
<table class="limits"><thead><tr><th scope="col">Plan</th><th scope="col">Calls a minute</th><th scope="col">Longest body</th></tr></thead><tbody><tr><th scope="row">Hobby</th><td>60</td><td>1 MB</td></tr>
<tr><th scope="row">Team</th><td>600</td><td>10 MB</td></tr>
<tr><th scope="row">Enterprise</th><td>6000</td><td>100 MB</td></tr></tbody></table>`,
    ),
  },
  {
    id: 'stars-under-the-mouse',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'stars are given by moving the mouse over them and clicking, and by no key',
    where: '.rating, .rating *',
    about: /mouse|keyboard|role|control/,
    site: 'volt',
    head: () =>
      '<style>.rating span{font-size:1.8rem;cursor:pointer;color:#6b6b6b}.rating span.lit{color:#8a5a00}.rating button{font-size:1.6rem;background:#fff;color:#6b4400;border:0}</style>',
    main: (is) => {
      const star = (n: number) =>
        is
          ? `<span data-n="${n}">★</span>`
          : `<button type="button" data-n="${n}" aria-label="${n} out of 5 stars">★</button>`
      return `<h2>Write a review</h2><form action="/reviews" method="post"><p id="rate">Your rating</p><div class="rating"${is ? '' : ' role="group" aria-labelledby="rate"'}>${[1, 2, 3, 4, 5].map(star).join('')}</div><p id="given" role="status"></p><p><label for="review">Your review</label><br><textarea id="review" name="review" rows="3" cols="40"></textarea></p><p><button>Post the review</button></p></form>`
    },
    script: () => `const stars = [...document.querySelectorAll('.rating > *')]
for (const star of stars) {
  star.addEventListener('mouseover', () => { for (const each of stars) each.classList.toggle('lit', each.dataset.n <= star.dataset.n) })
  star.addEventListener('click', () => { document.getElementById('given').textContent = star.dataset.n + ' out of 5 stars given' })
}
`,
  },
  {
    id: 'heart-of-svg',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'a drawn heart puts a product on the list of wishes and has no role',
    where: '.wish, .wish *',
    about: /role|control|name|state|svg/,
    site: 'moebel',
    head: () =>
      '<style>.wish{background:none;color:#22201d;padding:.6rem;cursor:pointer}.wish svg{display:block;width:28px;height:28px}</style>',
    main: (is) => {
      const path =
        '<path d="M12 21C5 15 2 11 2 7a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 8-10 14z" fill="none" stroke="#7a3410" stroke-width="2"/>'
      return `<p>Sessel aus Eiche, geölt, 890 Euro</p>
${
  is
    ? `<svg class="wish" tabindex="0" viewBox="0 0 24 24" width="48" height="48">${path}</svg>`
    : `<button type="button" class="wish" aria-label="Sessel auf die Wunschliste setzen" aria-pressed="false"><svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg></button>`
}
<p role="status" id="gemerkt"></p>
<script>
{
  const wish = document.querySelector('.wish')
  const turn = () => {
    const isOn = document.getElementById('gemerkt').textContent === ''
    ${is ? '' : "wish.setAttribute('aria-pressed', String(isOn))"}
    document.getElementById('gemerkt').textContent = isOn ? 'Der Sessel steht auf der Wunschliste.' : ''
  }
  wish.addEventListener('click', turn)
  ${is ? "wish.addEventListener('keydown', (event) => { if (event.key === 'Enter') turn() })" : ''}
}
</script>`
    },
  },
  {
    id: 'rows-chosen-by-nameless-boxes',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the check boxes by which rows of a table are chosen have no names',
    where: '.MuiTable-root input, .MuiTable-root td, .MuiTable-root th',
    about: /label|name/,
    site: 'panel',
    main: (is) => `<h2>Members</h2>
<table class="MuiTable-root"><thead class="MuiTableHead-root"><tr><td class="MuiTableCell-root"><input type="checkbox"${is ? '' : ' aria-label="Choose all members"'}></td><th scope="col">Name</th><th scope="col">Role</th></tr></thead><tbody>
${['Amara Okafor', 'Jonas Lind', 'Priya Nair'].map((name, at) => `<tr class="MuiTableRow-root"><td class="MuiTableCell-root"><input type="checkbox" value="${at}"${is ? '' : ` aria-labelledby="m${at}"`}></td><th scope="row" id="m${at}">${name}</th><td>${['Owner', 'Developer', 'Viewer'][at]}</td></tr>`).join('\n')}
</tbody></table>
<p><button type="button">Remove the chosen members</button></p>`,
  },
  {
    id: 'links-in-letters-not-marked',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'links in a reader’s letter are dark red in black text and have no line under them',
    where: '.letter a',
    about: /link|colou?r/,
    site: 'gazette',
    head: (is) =>
      `<style>.letter a{text-decoration:${is ? 'none' : 'underline'}}.letter a:hover{text-decoration:underline}</style>`,
    main: () =>
      `<blockquote class="letter wp-block-quote"><p>Sir, your paper said that <a href="/2025/footbridge/">the old footbridge</a> was of oak. My grandfather helped to build it, and it was larch, as anyone may read in <a href="/archive/1931-may/">your own pages of May 1931</a>.</p><cite>A. Tyson, Howtown</cite></blockquote>`,
  },
  {
    id: 'rules-turn-green',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'which rules a new password does not keep is told by red and green alone',
    where: '.pw-rules, .pw-rules *, #pw',
    about: /colou?r|error/,
    site: 'ledger',
    head: () => '<style>.pw-rules li{color:#9b1c1c}.pw-rules li.ok{color:#14532d}</style>',
    main: (
      is,
    ) => `<form action="/app/password" method="post"><p><label for="pw">New password</label> <input id="pw" type="password" name="pw" autocomplete="new-password" aria-describedby="pw-rules"></p>
<ul class="pw-rules" id="pw-rules"><li data-rule=".{12,}">At least twelve characters${is ? '' : '<b>: missing</b>'}</li><li data-rule="[0-9]">A figure${is ? '' : '<b>: missing</b>'}</li><li data-rule="[A-Z]">A capital letter${is ? '' : '<b>: missing</b>'}</li></ul><p><button>Change the password</button></p></form>
<script>
document.getElementById('pw').addEventListener('input', (event) => {
  for (const rule of document.querySelectorAll('.pw-rules li')) {
    const isKept = new RegExp(rule.dataset.rule).test(event.target.value)
    rule.classList.toggle('ok', isKept)
    ${is ? '' : "rule.querySelector('b').textContent = isKept ? ': kept' : ': missing'"}
  }
})
</script>`,
  },
  {
    id: 'book-now-called-reserve',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'a button that shows "Bestil tid" is called by other words',
    where: '.bestil',
    about: /label|name/,
    site: 'kommune',
    main: (is) => `<h2>Pas og kørekort</h2><p>Det tager et kvarter, og du skal have et foto med.</p>
<form action="/bestil"><button class="btn bestil" aria-label="${is ? 'Reservér en aftale i borgerservice' : 'Bestil tid i borgerservice'}">Bestil tid</button></form>`,
  },
  {
    id: 'toast-that-is-only-seen',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'that a product is in the bag is shown in a corner and announced to nobody',
    where: '.toast, #add, .toast-place',
    about: /status|announce|live|message/,
    site: 'volt',
    head: () =>
      '<style>.toast{position:fixed;right:1rem;bottom:1rem;background:#24483e;color:#fff;padding:1rem 1.4rem}</style>',
    main: (is) =>
      `<p>$84.00, ships in two business days.</p><p><button type="button" class="button" id="add">Add to bag</button></p><div class="toast-place"${is ? '' : ' role="status"'}></div>`,
    script: () => `document.getElementById('add').addEventListener('click', () => {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.textContent = 'Waxed day pack was added to your bag.'
  document.querySelector('.toast-place').replaceChildren(toast)
})
`,
  },
  {
    id: 'breadcrumb-pale',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the trail of a page is pale grey on white',
    where: '.breadcrumb, .breadcrumb *',
    about: /contrast/,
    site: 'kommune',
    head: (is) =>
      `<style>.breadcrumb{display:flex;gap:.6rem;list-style:none;padding:0;font-size:.9rem}.breadcrumb a,.breadcrumb-item{color:${is ? '#9aa3ab' : '#343a40'}}</style>`,
    main: () =>
      '<nav aria-label="Brødkrumme"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/">Forside</a></li><li class="breadcrumb-item"><a href="/borger">Borger</a></li><li class="breadcrumb-item active" aria-current="page">Byggetilladelse</li></ol></nav><p>Du skal søge, før du bygger mere end halvtreds kvadratmeter.</p>',
  },
  {
    id: 'switch-track-faint',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the track and the knob of a switch that is off are hardly seen',
    where: '.sw, .sw *',
    about: /contrast|faint|boundary/,
    site: 'panel',
    head: (is) =>
      `<style>.sw{display:inline-flex;align-items:center;gap:.6rem}.sw input{appearance:none;width:46px;height:26px;padding:0;border:${is ? '0' : '2px solid #3d4957'};border-radius:13px;background:${is ? '#eceff2' : '#fff'};position:relative}.sw input::after{content:"";position:absolute;left:4px;top:${is ? '4' : '3'}px;width:${is ? '18px' : '16px'};height:${is ? '18px' : '16px'};border-radius:50%;background:${is ? '#f9fafb' : '#3d4957'}}.sw input:checked{background:#124e8c}.sw input:checked::after{left:24px;background:#fff}</style>`,
    main: () =>
      '<div class="MuiPaper-root"><h2 class="MuiTypography-h6">Notices</h2><label class="sw"><input type="checkbox" role="switch" name="mail"> Send a mail when a deployment fails</label></div>',
  },
  {
    id: 'japanese-said-to-be-jp',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a Japanese saying is marked with the code of the country, which is no language',
    where: '.saying',
    about: /lang/,
    site: 'library',
    main: (is) =>
      `<p>The poetry reading begins with the best known of all short poems:</p><p class="saying" lang="${is ? 'jp' : 'ja'}">古池や蛙飛び込む水の音</p><p>Afterwards everybody may try to put it into English.</p>`,
  },
  {
    id: 'boxes-among-list-items',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'boxes stand between a list and its items',
    where: '.team, .team *',
    about: /list/,
    site: 'escola',
    head: () =>
      '<style>.team{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}.col-6{width:14rem}</style>',
    main: either(
      '<h2>Equipa da biblioteca</h2><ul class="team"><div class="col-6"><li>Inês Prata, empréstimos</li></div><div class="col-6"><li>Rui Salgado, arquivo</li></div><div class="col-6"><li>Marta Leal, formação</li></div></ul>',
      '<h2>Equipa da biblioteca</h2><ul class="team"><li class="col-6"><div>Inês Prata, empréstimos</div></li><li class="col-6"><div>Rui Salgado, arquivo</div></li><li class="col-6"><div>Marta Leal, formação</div></li></ul>',
    ),
  },
]
