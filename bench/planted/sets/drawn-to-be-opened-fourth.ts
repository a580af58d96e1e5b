/** Planted failures of an auditor who did not look at the checks, fourth part: the half that its digest opens to whoever mends them, and nine of the other whose names were told by mistake. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const drawnFourth: readonly Plant[] = [
  {
    id: 'old-price-struck-by-css',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'which of two prices no longer holds is told by a line that the stylesheet draws through it',
    where: '.price, .price *',
    about: /struck|strike|line-through|text-decoration|price/,
    site: 'volt',
    head: () => '<style>.price__was{text-decoration:line-through}.price__now{font-weight:700}</style>',
    main: (is) =>
      `<h2>Marked down this week</h2>${[
        ['Waxed day pack in rust', '$128.00', '$89.00'],
        ['Canvas tote in sand', '$46.00', '$31.00'],
        ['Packable rain shell in slate', '$174.00', '$129.00'],
      ]
        .map(
          ([name, was, now]) =>
            `<h3>${name}</h3><p class="price">${is ? `<span class="price__was">${was}</span> <span class="price__now">${now}</span>` : `Was <s class="price__was">${was}</s>, now <strong class="price__now">${now}</strong>`}</p>`,
        )
        .join('\n')}`,
  },
  {
    id: 'needed-fields-not-marked',
    technique: 'criterion',
    criterion: '3.3.2',
    wrong: 'three of four fields must be filled in, and nothing that is seen says which',
    where: 'form.object, form.object *',
    about: /required|instruction|optional/,
    site: 'council',
    head: () => roomy,
    main: (is) => {
      const must = is ? '' : ' (required)'
      return `<h2>Object to a planning notice</h2><form class="object" action="/planning/objection/check" method="post"><p><label for="who">Your name${must}</label><br><input id="who" name="who" autocomplete="name" required></p><p><label for="notice">Number of the notice, as in WM/2231${must}</label><br><input id="notice" name="notice" required></p><p><label for="line">Telephone number${is ? '' : ' (optional)'}</label><br><input id="line" name="line" type="tel" autocomplete="tel"></p><p><label for="why">Why you object${must}</label><br><textarea id="why" name="why" rows="5" cols="36" style="max-width:100%;box-sizing:border-box" required></textarea></p><p><button>Check your objection</button></p></form>`
    },
  },
  {
    id: 'search-pill-without-a-ring',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'a field in a rounded box shows nothing when it has the focus',
    where: '.pill, .pill *',
    about: /focus/,
    site: 'library',
    head: (is) =>
      `${roomy}<style>.pill__box{display:flex;align-items:center;gap:.5rem;max-width:30rem;border:1px solid #52625a;border-radius:999px;padding:.2rem 1rem}.pill__box input{flex:1;min-width:0;border:0;background:none;color:inherit}.pill__box button{background:#0b5a3c;color:#fff;border:0;border-radius:999px}${is ? '.pill__box input:focus{outline:none;box-shadow:none}' : ''}</style>`,
    main: () =>
      '<h2>Look something up</h2><form class="pill" role="search" aria-label="Catalogue" action="/catalogue"><p><label for="q">Title, author or subject</label></p><div class="pill__box"><svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20"><circle cx="8" cy="8" r="6" fill="none" stroke="#1d2a24" stroke-width="2"/><path d="M13 13l5 5" stroke="#1d2a24" stroke-width="2"/></svg><input type="search" id="q" name="q"><button>Search</button></div></form>',
  },
  {
    id: 'checkout-turns-filling-off',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong: 'the fields for name, address and telephone of the buyer tell the browser not to fill them in',
    where: '.kasse input',
    about: /autocomplete|purpose/,
    site: 'moebel',
    head: () => roomy,
    main: (is) =>
      `<h2>Lieferadresse</h2><form class="kasse" action="/kasse/pruefen" method="post"><p>Alle Felder sind Pflichtfelder.</p>${[
        ['name', 'Vor- und Nachname', 'text', 'name'],
        ['strasse', 'Straße und Hausnummer', 'text', 'address-line1'],
        ['plz', 'Postleitzahl', 'text', 'postal-code'],
        ['ort', 'Ort', 'text', 'address-level2'],
        ['mail', 'E-Mail-Adresse', 'email', 'email'],
        ['fon', 'Telefonnummer', 'tel', 'tel'],
      ]
        .map(
          ([id, label, type, purpose]) =>
            `<p><label for="k-${id}">${label}</label><br><input id="k-${id}" name="${id}" type="${type}" autocomplete="${is ? 'off' : purpose}" required></p>`,
        )
        .join('')}<p><button>Weiter zur Prüfung der Bestellung</button></p></form>`,
  },
  {
    id: 'woods-cut-off-on-a-narrow-window',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'links to the woods stand in one row that a narrow window cuts off and that does not scroll',
    where: '.chips, .chips *',
    about: /reflow|narrow|clip|cut|overflow/,
    site: 'moebel',
    head: (is) =>
      `<style>.chips{display:flex;gap:.6rem;list-style:none;margin:0;padding:.4rem;${is ? 'flex-wrap:nowrap;overflow:hidden' : 'flex-wrap:wrap'}}.chips li{flex:none}.chips a{display:block;border:1px solid #857a6a;border-radius:.5rem;padding:.6rem 1rem;min-height:44px}</style>`,
    main: () =>
      `<nav aria-label="Nach Holzart"><h2>Nach Holzart</h2><ul class="chips">${['Eiche', 'Nussbaum', 'Buche', 'Kirsche', 'Esche', 'Lärche', 'Zirbe'].map((wood) => `<li><a href="/holz/${wood.toLowerCase().replace('ä', 'ae')}">Möbel aus ${wood}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'refusing-is-pale',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the button that refuses all cookies is light grey on white',
    where: '.consent__refuse',
    about: /contrast/,
    site: 'journal',
    head: (is) =>
      `<style>.consent{border-bottom:2px solid #1a1a1a;padding:1rem 2rem;font-family:Arial,sans-serif}.consent button{min-height:44px;margin-right:1rem}.consent .consent__refuse{background:#fff;color:${is ? '#b5b5b5' : '#1a1a1a'};text-decoration:underline;font-size:.9rem}</style>`,
    top: () =>
      '<section class="consent" aria-label="Vos choix sur les cookies"><p>Nous mesurons la lecture de nos articles avec des cookies, si vous le voulez bien.</p><p><button type="button">Tout accepter</button><button type="button" class="consent__refuse">Continuer sans accepter</button></p></section>\n',
    main: () =>
      '<h2>À lire aujourd’hui</h2><p>La halle sera peinte en bleu, comme avant la guerre ; les commerçants ont voté hier soir.</p>',
    script: () =>
      `const banner = document.querySelector('.consent')
for (const button of banner.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    banner.remove()
    document.getElementById('content').focus()
  })
}
`,
  },
  {
    id: 'copying-is-under-the-pointer',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'the buttons that copy a command are in the page only while the pointer is over the command',
    where: '.code, .code *',
    about: /keyboard|hover|mouse/,
    site: 'manual',
    head: (is) =>
      `${roomy}<style>.code{border:1px solid var(--line);border-radius:6px;padding:.6rem 1rem;margin:1rem 0}.code pre{margin:0;min-height:48px;white-space:pre-wrap;background:none}${is ? '.code__copy{display:none}.code:hover .code__copy{display:inline-block}' : ''}</style>`,
    main: () =>
      `<h2>Get the client</h2>${[
        ['with npm', 'npm install tidepool'],
        ['with Homebrew', 'brew install tidepool'],
      ]
        .map(
          ([way, command]) =>
            `<div class="code"><pre><code>${command}</code></pre><button type="button" class="code__copy">Copy the command ${way}</button></div>`,
        )
        .join('')}<p id="copied" role="status"></p>`,
    script: () =>
      `const copied = document.getElementById('copied')
for (const button of document.querySelectorAll('.code__copy')) {
  button.addEventListener('click', () => {
    const command = button.parentElement.querySelector('code').textContent
    navigator.clipboard.writeText(command).then(
      () => { copied.textContent = 'The command is copied.' },
      () => { copied.textContent = 'The browser did not let us copy; the command is ' + command },
    )
  })
}
`,
  },
  {
    id: 'comments-of-code-are-dim',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the comments of a highlighted example are dim grey on the dark ground of the code',
    where: '.hljs-comment',
    about: /contrast/,
    site: 'manual',
    head: (is) =>
      `<style>pre.hljs{padding:1rem;white-space:pre-wrap}.hljs code{color:#e6edf3}.hljs-keyword{color:#79c0ff}.hljs-string{color:#a5d6ff}.hljs-comment{color:${is ? '#5c6370' : '#c3ccd6'}}</style>`,
    main: () =>
      `<h2>A first request</h2><pre class="hljs"><code><span class="hljs-comment"># the client reads its address from the settings</span>
<span class="hljs-keyword">from</span> tidepool <span class="hljs-keyword">import</span> Client
client = Client()
<span class="hljs-comment"># one answer, or an error that names the last cause</span>
answer = client.get(<span class="hljs-string">"/tides/today"</span>)</code></pre>`,
  },
  {
    id: 'captcha-is-called-captcha',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'a picture of letters to copy is called "captcha", and there is nothing for those who do not see it',
    where: 'img.captcha, .captcha-box',
    about: /alt|captcha|image/,
    site: 'clinica',
    head: () => roomy,
    main: (is) =>
      `<h2>Escriba al hospital</h2><form action="/contacto" method="post"><p><label for="mensaje">Su mensaje</label><br><textarea id="mensaje" name="mensaje" rows="4" cols="30" style="max-width:100%;box-sizing:border-box"></textarea></p><div class="captcha-box"><p><img class="captcha" src="/captcha/8841.png" width="200" height="80" alt="${is ? 'captcha' : 'Seis letras deformadas, para comprobar que escribe una persona; en lugar de leerlas puede contestar la pregunta'}"></p><p><label for="letras">Copie las seis letras de la imagen</label><br><input id="letras" name="letras" autocomplete="off"></p>${is ? '' : '<p><label for="pregunta">O conteste en lugar de ello: ¿de qué color es la nieve?</label><br><input id="pregunta" name="pregunta" autocomplete="off"></p>'}</div><p><button>Enviar el mensaje</button></p></form>`,
  },
  {
    id: 'whole-card-is-one-link',
    technique: 'practice',
    criterion: null,
    wrong: 'the whole of a card with its heading, three sentences, place and price is one link',
    where: '.event, .event *',
    about: /link|long/,
    site: 'museo',
    head: () =>
      '<style>.event{display:block;border:1px solid #8a7768;padding:1rem;margin:1rem 0}a.event{text-decoration:none;color:#2b1d14}</style>',
    main: (is) =>
      `<h2>Questo mese</h2>${[
        [
          'Notte dei forni',
          '/eventi/forni',
          'Accendiamo i tre forni del cortile e li teniamo vivi fino all’alba. I ceramisti raccontano che cosa succede dentro, ora per ora, e a mezzanotte si apre la prima bocca. Chi vuole può portare un pezzo proprio, già asciutto.',
          'Cortile, ingresso otto euro',
        ],
        [
          'Smalti di ieri',
          '/eventi/smalti',
          'Una chimica e un restauratore spiegano da dove venivano i colori delle maioliche. Si prova a macinare il cobalto, si pesa lo stagno e si dipinge una piastrella. La piastrella cotta si ritira dopo due settimane, o arriva per posta.',
          'Bottega, ingresso dodici euro',
        ],
      ]
        .map(([name, path, text, foot]) =>
          is
            ? `<a class="event" href="${path}"><h3>${name}</h3><p>${text}</p><p>${foot}</p></a>`
            : `<article class="event"><h3><a href="${path}">${name}</a></h3><p>${text}</p><p>${foot}</p></article>`,
        )
        .join('\n')}`,
  },
  {
    id: 'drawer-out-of-sight-takes-the-focus',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'a closed drawer lies outside of the window, and Tab goes through all of its links',
    where: '.drawer, .drawer *',
    about: /focus|off-?screen|hidden/,
    site: 'museo',
    head: (is) =>
      `${roomy}<style>.drawer{position:fixed;inset:0 auto 0 0;z-index:9;width:18rem;max-width:90vw;box-sizing:border-box;overflow:auto;padding:1rem;background:#fffaf3;border-right:2px solid #8a7768;transform:translateX(-110%)${is ? '' : ';visibility:hidden'}}.drawer.open{transform:none;visibility:visible}.drawer a{display:block;padding:.6rem 0;min-height:44px;box-sizing:border-box}</style>`,
    main: () =>
      `<p><button type="button" id="open-drawer" aria-expanded="false" aria-controls="drawer">Percorsi della visita</button></p><div class="drawer" id="drawer"><button type="button" id="close-drawer">Chiudi i percorsi</button><nav aria-label="Percorsi della visita"><ul style="list-style:none;padding:0"><li><a href="/percorsi/breve">Percorso di mezz’ora</a></li><li><a href="/percorsi/bambini">Percorso per bambini</a></li><li><a href="/percorsi/forni">Percorso dei forni</a></li><li><a href="/percorsi/blu">Percorso del blu</a></li></ul></nav></div><p>Ogni percorso comincia al guardaroba e finisce nel giardino.</p>`,
    script: () =>
      `const drawer = document.getElementById('drawer')
const opener = document.getElementById('open-drawer')
const show = (isOpen) => {
  drawer.classList.toggle('open', isOpen)
  opener.setAttribute('aria-expanded', String(isOpen))
}
opener.addEventListener('click', () => {
  show(true)
  document.getElementById('close-drawer').focus()
})
document.getElementById('close-drawer').addEventListener('click', () => {
  show(false)
  opener.focus()
})
drawer.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  show(false)
  opener.focus()
})
drawer.addEventListener('focusout', (event) => {
  if (!drawer.contains(event.relatedTarget)) show(false)
})
`,
  },
  {
    id: 'page-numbers-are-small',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the numbers of further pages are sixteen pixels large and stand two pixels apart',
    where: '.pager, .pager *',
    about: /target|size/,
    site: 'riwaq',
    head: (is) =>
      `<style>.pager{display:flex;flex-wrap:wrap;list-style:none;margin:0;padding:0;gap:${is ? '2px' : '8px'}}.pager li{padding:0}.pager a{display:block;text-align:center;${is ? 'font-size:13px;line-height:16px;width:16px' : 'line-height:44px;width:44px'}}.pager [aria-current]{font-weight:700}</style>`,
    main: () =>
      `<h2>نتائج البحث عن الرحلات</h2><p>نعرض عشرة كتب من أصل ثمانين.</p><nav aria-label="صفحات النتائج"><ul class="pager">${[1, 2, 3, 4, 5, 6, 7, 8].map((page) => `<li><a href="/search/travel/${page}" aria-label="الصفحة ${page}"${page === 1 ? ' aria-current="page"' : ''}>${page}</a></li>`).join('')}</ul></nav>`,
  },
  {
    id: 'amounts-of-a-basket-without-labels',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'the fields for how many copies stand in the rows of a basket and have no names',
    where: 'table.basket input, table.basket td',
    about: /label|name/,
    site: 'riwaq',
    head: () => `${roomy}<style>table.basket input{width:5rem}</style>`,
    main: (is) =>
      `<h2>سلة الكتب</h2><form action="/basket" method="post"><table class="basket"><caption>ما اخترته حتى الآن</caption><thead><tr><th scope="col">الكتاب</th><th scope="col">السعر</th><th scope="col">العدد</th></tr></thead><tbody>${[
        ['رسائل من الواحة', '٤٠ درهما'],
        ['بيوت البحر', '٣٥ درهما'],
      ]
        .map(
          ([book, price], at) =>
            `<tr><th scope="row">${book}</th><td>${price}</td><td><input type="number" name="copies-${at}" value="1" min="1" max="20"${is ? '' : ` aria-label="العدد من كتاب ${book}"`}></td></tr>`,
        )
        .join('')}</tbody></table><p><button>تحديث السلة</button></p></form>`,
  },
  {
    id: 'header-stays-over-the-focus',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a tall header stays at the top of the window and covers the links that go back with Tab reaches',
    where: 'page',
    about: /obscur|cover/,
    site: 'gazette',
    cards: 22,
    head: (is) =>
      `<style>header.wp-block-template-part{padding:3rem 0;background:#fff;border-bottom:1px solid #767676${is ? ';position:sticky;top:0;z-index:5' : ''}}</style>`,
    main: () =>
      '<h2>All that was in the paper this month</h2><p>The stories stand in the order in which they were printed.</p>',
  },
  {
    id: 'stories-without-end',
    technique: 'practice',
    criterion: null,
    wrong: 'further stories are put in before the end of the page is reached, so that nobody gets to its foot',
    where: '#feed, #feed *, footer',
    about: /infinite|endless|scroll|load/,
    site: 'gazette',
    cards: 3,
    head: () => roomy,
    main: (is) =>
      `<h2>More from the valley</h2><div id="feed"></div>${is ? '<div id="feed-end"></div>' : '<p><button type="button" id="more-stories">Load four more stories</button></p>'}`,
    script: (is) =>
      `const headlines = ['Lambs at the gate', 'A wall in a week', 'Snow on the pass', 'The choir goes to Penrith']
const feed = document.getElementById('feed')
let week = 52
function add() {
  const stories = headlines.map((headline) => {
    const story = document.createElement('article')
    const heading = document.createElement('h3')
    const link = document.createElement('a')
    link.href = '/archive/' + week + '/' + headline.toLowerCase().replaceAll(' ', '-')
    link.textContent = headline + ', week ' + week
    heading.append(link)
    const text = document.createElement('p')
    text.textContent = 'From the paper of week ' + week + ', as it was printed then.'
    story.append(heading, text)
    return story
  })
  week -= 1
  feed.append(...stories)
  return stories[0]
}
add()
${
  is
    ? `const end = document.getElementById('feed-end')
const fill = () => {
  while (week > 0 && end.getBoundingClientRect().top < innerHeight + 600) add()
}
addEventListener('scroll', fill)
fill()
`
    : "document.getElementById('more-stories').addEventListener('click', () => add().querySelector('a').focus())\n"
}`,
  },
  {
    id: 'menu-button-never-says-open',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'the button that opens and closes the menu of the site does not say which of both it is',
    where: '.navbar-toggler, #main-menu',
    about: /expanded|state/,
    site: 'kommune',
    head: () =>
      '<style>.navbar-toggler{background:#0b3d2e;color:#fff;border:1px solid #fff;border-radius:.375rem;min-height:44px;padding:.375rem .75rem}.navbar-toggler svg{vertical-align:middle}.navbar .collapse:not(.show){display:none}.navbar .collapse a{display:block;padding:.6rem 0}.navbar :focus-visible{outline-color:#ffd54a}</style>',
    navigation: (is) =>
      `<button class="navbar-toggler" type="button" aria-controls="main-menu"${is ? '' : ' aria-expanded="false"'}><svg aria-hidden="true" width="20" height="16" viewBox="0 0 20 16"><path d="M0 2h20M0 8h20M0 14h20" stroke="#fff" stroke-width="2"/></svg> Menu</button><nav class="collapse" id="main-menu" aria-label="Hovedmenu"><ul><li><a href="/borger">Borger</a></li><li><a href="/erhverv">Erhverv</a></li><li><a href="/politik">Politik</a></li><li><a href="/om">Om kommunen</a></li></ul></nav>`,
    main: () =>
      '<h2>Ny åbningstid i borgerservice</h2><p>Fra mandag har vi også åbent torsdag aften, uden at du skal bestille tid.</p>',
    script: (is) =>
      `const toggler = document.querySelector('.navbar-toggler')
toggler.addEventListener('click', () => {
  const isOpen = document.getElementById('main-menu').classList.toggle('show')
${is ? "  toggler.classList.toggle('collapsed', !isOpen)\n" : "  toggler.setAttribute('aria-expanded', String(isOpen))\n"}})
`,
  },
  {
    id: 'rules-without-headings',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'the rules for candidates are six paragraphs about six matters under one heading',
    where: '.regulamento, .regulamento *',
    about: /heading|section/,
    site: 'escola',
    main: (is) =>
      `<div class="regulamento"><h2>Regulamento das candidaturas</h2>${[
        [
          'Quem pode concorrer',
          'Podem concorrer todas as pessoas que tenham terminado o ensino secundário ou que o terminem até ao fim de julho. Quem estudou noutro país apresenta o certificado dessa escola e uma tradução, que a secretaria compara com o original no dia da inscrição.',
        ],
        [
          'Prazos de entrega',
          'As candidaturas abrem na primeira segunda-feira de maio e fecham no último dia útil de julho, à meia-noite. Há uma segunda fase em setembro, para os lugares que ficarem livres. Fora destes prazos a escola não aceita candidaturas, nem em papel nem pela página.',
        ],
        [
          'Documentos pedidos',
          'Cada pessoa entrega o certificado de habilitações, uma cópia do documento de identificação e uma carta de uma página. Os cursos de música pedem também uma gravação de cinco minutos. Os ficheiros devem poder ser lidos sem programas especiais e ter menos de dez megabytes.',
        ],
        [
          'Como se escolhe',
          'O júri lê primeiro as cartas e ordena depois as pessoas pela média das notas. Quando duas pessoas têm a mesma média, fica à frente quem mora mais longe. A lista é publicada na página da escola e afixada à entrada do edifício principal durante duas semanas.',
        ],
        [
          'Propinas e bolsas',
          'A propina é paga em dez prestações, a primeira no dia da inscrição. Quem recebe bolsa paga apenas quando a bolsa chega. A escola guarda vinte lugares sem propina para pessoas do concelho, que os pedem na carta e juntam a declaração da junta de freguesia.',
        ],
        [
          'Reclamações',
          'Quem não concordar com a lista pode reclamar por escrito durante oito dias. O júri responde no prazo de duas semanas e explica as suas razões. Se a resposta demorar mais, a pessoa pode frequentar as aulas até que a decisão chegue, sem pagar nada por isso.',
        ],
      ]
        .map(([name, text]) => `${is ? '' : `<h3>${name}</h3>`}<p>${text}</p>`)
        .join('\n')}</div>`,
  },
  {
    id: 'chips-white-on-amber',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the states of services stand in white on amber',
    where: '.MuiChip-root, .MuiChip-label',
    about: /contrast/,
    site: 'panel',
    head: (is) =>
      `<style>.MuiChip-root{display:inline-block;border-radius:999px;padding:.2rem .8rem;background:#ffb300;color:${is ? '#fff' : '#1c2430'}}</style>`,
    main: () =>
      `<h2>Services that want a look</h2><ul class="MuiList-root">${[
        ['Mail relay', 'Degraded'],
        ['Image resizer', 'Waiting for approval'],
        ['Nightly export', 'Late by 20 minutes'],
      ]
        .map(
          ([name, state]) =>
            `<li class="MuiListItem-root">${name}: <span class="MuiChip-root"><span class="MuiChip-label">${state}</span></span></li>`,
        )
        .join('')}</ul>`,
  },
  {
    id: 'next-step-loses-the-focus',
    technique: 'criterion',
    criterion: '2.4.3',
    wrong: 'the button for the next step disappears with its step, and the focus is nowhere',
    where: '.wizard, .wizard *',
    about: /focus/,
    site: 'panel',
    head: () => `${roomy}<style>.wizard section[hidden]{display:none}</style>`,
    main: () =>
      '<form class="wizard MuiPaper-root" action="/p/deployments/new/check" method="post"><section aria-labelledby="step-1"><h2 id="step-1" tabindex="-1">Step 1 of 2: name</h2><p><label for="service">Name of the service</label><br><input id="service" name="service" autocomplete="off"></p><p><button type="button" data-to="1">Next: region</button></p></section><section aria-labelledby="step-2" hidden><h2 id="step-2" tabindex="-1">Step 2 of 2: region</h2><p><label for="region">Region</label><br><select id="region" name="region"><option>eu-north</option><option>us-east</option></select></p><p><button type="button" data-to="0">Back: name</button> <button>Check the deployment</button></p></section></form>',
    script: (is) =>
      `const steps = [...document.querySelectorAll('.wizard section')]
for (const button of document.querySelectorAll('[data-to]')) {
  button.addEventListener('click', () => {
    const to = Number(button.dataset.to)
    steps.forEach((step, at) => { step.hidden = at !== to })
${is ? '' : "    steps[to].querySelector('h2').focus()\n"}  })
}
`,
  },
  {
    id: 'a-star-for-a-label',
    technique: 'criterion',
    criterion: '2.4.6',
    wrong: 'five choices of a review are labelled with a star each, and none says for how many it stands',
    where: '.sterne, .sterne *',
    about: /label|name/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>.sterne{border:1px solid #857a6a;border-radius:.5rem}.sterne p{display:inline-block;margin:.3rem 1rem .3rem 0}.sterne label{color:#7a3410;font-size:1.4rem}.sterne input{width:24px;height:24px}</style>`,
    main: (is) =>
      `<h2>Ihre Meinung</h2><form action="/meinung" method="post"><fieldset class="sterne"><legend>Wie viele Sterne geben Sie dem Sessel?</legend>${[1, 2, 3, 4, 5].map((count) => `<p><input type="radio" name="sterne" id="stern-${count}" value="${count}"> <label for="stern-${count}">${is ? '★' : `${count} ${count === 1 ? 'Stern' : 'Sterne'}`}</label></p>`).join('')}</fieldset><p><button>Bewertung abgeben</button></p></form>`,
  },
  {
    id: 'letter-window-is-a-div',
    technique: 'F15',
    criterion: '4.1.2',
    wrong: 'a window for subscribing opens over the page and says neither that it is one nor what it is called',
    where: '.letter-window, .letter-window *, #open-letter',
    about: /dialog|modal|role/,
    site: 'journal',
    head: () =>
      `${roomy}<style>.letter-window[hidden]{display:none}.letter-window{position:fixed;inset:0;z-index:9;background:#333;padding:1rem;overflow:auto}.letter-window>div{max-width:26rem;margin:2rem auto;background:#fff;padding:1rem 1.5rem}.letter-window :is(button,input){min-height:44px;box-sizing:border-box;max-width:100%}</style>`,
    top: (is) =>
      `<div class="letter-window" hidden><div${is ? '' : ' role="dialog" aria-modal="true" aria-labelledby="letter-h"'}><h2 id="letter-h">La lettre du samedi</h2><form action="/lettre" method="post"><p><label for="letter-mail">Votre adresse électronique, comme nom@exemple.fr</label><br><input id="letter-mail" name="mail" type="email" autocomplete="email"></p><p><button>S’abonner à la lettre</button> <button type="button" id="close-letter">Fermer</button></p></form></div></div>\n`,
    main: () =>
      '<h2>Restons en contact</h2><p>Chaque samedi, nous racontons la semaine des vallées en cinq minutes de lecture.</p><p><button type="button" id="open-letter">Recevoir la lettre du samedi</button></p>',
    script: () =>
      `const letter = document.querySelector('.letter-window')
const opener = document.getElementById('open-letter')
const show = (isOpen) => {
  letter.hidden = !isOpen
  for (const each of document.body.children) if (each !== letter) each.inert = isOpen
  if (isOpen) document.getElementById('letter-mail').focus()
  else opener.focus()
}
opener.addEventListener('click', () => show(true))
document.getElementById('close-letter').addEventListener('click', () => show(false))
letter.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') show(false)
})
`,
  },
  {
    id: 'free-days-in-green',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'which days of a calendar still have appointments is told by green and red alone',
    where: 'table.citas, table.citas *, .citas-nota',
    about: /by-colou?r|colou?r-(?:alone|only)|sensory/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>table.citas td{padding:2px}table.citas button{width:100%;color:#12303a;border-radius:0;padding:8px 2px}table.citas .libre{background:#bfe6c4}table.citas .lleno{background:#f9c9c9}</style>`,
    main: (is) => {
      const full = [2, 4, 9, 10, 12]
      const day = (number: number) =>
        `<td><button name="dia" value="${number}" class="${full.includes(number) ? 'lleno' : 'libre'}">${number}${is ? '' : full.includes(number) ? ' lleno' : ' libre'}</button></td>`
      const week = (from: number) => `<tr>${[0, 1, 2, 3, 4].map((at) => day(from + at)).join('')}</tr>`
      return `<h2>Elija el día de su cita</h2><p class="citas-nota">${is ? 'En verde, los días con citas libres; en rojo, los días completos.' : 'Junto a cada día pone si quedan citas libres o si está lleno.'}</p><form action="/cita/hora"><table class="citas"><caption>Del 1 al 12 de marzo</caption><thead><tr>${['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${week(1)}${week(8)}</tbody></table></form>`
    },
  },
  {
    id: 'abbreviations-of-doctors',
    technique: 'criterion',
    criterion: '3.1.4',
    wrong: 'a notice for patients is full of abbreviations of doctors that are explained nowhere',
    where: '.siglas, .siglas *',
    about: /abbr|acronym/,
    site: 'clinica',
    main: either(
      '<div class="siglas"><h2>Antes de la operación</h2><p>Traiga el informe de la RMN y el último ECG. Si toma AAS, avise en la consulta de la URPA.</p><p>Las visitas a la UCI son de cinco a seis de la tarde.</p></div>',
      '<div class="siglas"><h2>Antes de la operación</h2><p>Traiga el informe de la resonancia magnética y el último electrocardiograma. Si toma aspirina, avise en la consulta de la sala de despertar.</p><p>Las visitas a cuidados intensivos son de cinco a seis de la tarde.</p></div>',
    ),
  },
  {
    id: 'slider-keeps-its-english-names',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'the buttons of a slider on an Arabic page have the English names that its library came with',
    where: '.swiper, .swiper *',
    about: /lang/,
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.swiper{border:1px solid #6c7a69;padding:1rem}.swiper svg{vertical-align:middle}</style>`,
    main: (is) =>
      `<section class="swiper" aria-labelledby="month-h"><h2 id="month-h">كتب هذا الشهر</h2><p class="swiper-slide" role="status">رسائل من الواحة: كتاب عن سنتين في الصحراء.</p><p><button type="button" class="swiper-button-prev" aria-label="${is ? 'Previous slide' : 'الكتاب السابق'}"><svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20"><path d="M7 3l7 7-7 7" fill="none" stroke="#fff" stroke-width="3"/></svg></button> <button type="button" class="swiper-button-next" aria-label="${is ? 'Next slide' : 'الكتاب التالي'}"><svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20"><path d="M13 3l-7 7 7 7" fill="none" stroke="#fff" stroke-width="3"/></svg></button></p></section>`,
    script: () =>
      `const books = [
  'رسائل من الواحة: كتاب عن سنتين في الصحراء.',
  'بيوت البحر: حكايات الصيادين كما رووها.',
  'أبواب المدينة: تاريخ السور وحراسه.',
]
let at = 0
const show = (to) => {
  at = (to + books.length) % books.length
  document.querySelector('.swiper-slide').textContent = books[at]
}
document.querySelector('.swiper-button-prev').addEventListener('click', () => show(at - 1))
document.querySelector('.swiper-button-next').addEventListener('click', () => show(at + 1))
`,
  },
  {
    id: 'login-by-pictures-of-ships',
    technique: 'criterion',
    criterion: '3.3.9',
    wrong: 'who logs in has to find the sailing ships among photographs, and there is no other way',
    where: 'form.login, form.login *',
    about: /authentic|captcha|puzzle/,
    site: 'werf',
    head: () =>
      `${roomy}<style>.ships p{display:inline-block;margin:.3rem .6rem}.ships input{width:24px;height:24px}</style>`,
    main: (is) =>
      `<h2>Inloggen voor eigenaren</h2><form class="login" action="/mijn-schip" method="post"><p><label for="mail">E-mailadres, zoals naam@voorbeeld.nl</label><br><input id="mail" name="mail" type="email" autocomplete="username"></p><p><label for="wachtwoord">Wachtwoord</label><br><input id="wachtwoord" name="wachtwoord" type="password" autocomplete="current-password"></p>${is ? `<fieldset class="ships"><legend>Kies alle foto’s waarop een zeilschip staat</legend>${[1, 2, 3, 4, 5, 6].map((at) => `<p><input type="checkbox" name="foto" value="${at}" id="foto-${at}"> <label for="foto-${at}"><img src="/controle/${at * 37}.jpg" width="100" height="75" alt="Foto ${at} van de controle"></label></p>`).join('')}</fieldset>` : ''}<p><button>Inloggen bij mijn schip</button></p></form>`,
  },
  {
    id: 'application-around-an-article',
    technique: 'practice',
    criterion: null,
    wrong: 'a text with headings and a table lies in an element that says that it is an application',
    where: '.app-root',
    about: /application|role/,
    site: 'werf',
    main: (is) =>
      `<div class="app-root"${is ? ' role="application" aria-label="Onderhoud"' : ''}><h2>Onderhoud in de winter</h2><p>Van november tot maart staan de schepen binnen. We halen de masten eruit, drogen de ruimen en lakken wat de zon heeft aangetast.</p><h3>Wat het kost</h3><table><caption>Tarieven per meter</caption><thead><tr><th scope="col">Werk</th><th scope="col">Prijs</th></tr></thead><tbody><tr><th scope="row">Stalling</th><td>€ 38</td></tr><tr><th scope="row">Lakken</th><td>€ 64</td></tr></tbody></table><h3>Wanneer het kan</h3><p>Bel in september; in oktober is de loods vol.</p></div>`,
  },
  {
    id: 'agendas-are-called-pdf',
    technique: 'F84',
    criterion: '2.4.9',
    wrong: 'the links to agendas and minutes in a table of meetings all say "PDF"',
    where: 'table.moeder, table.moeder *',
    about: /link/,
    site: 'kommune',
    head: () => '<style>table.moeder a{display:inline-block;padding:.6rem 0}</style>',
    main: (is) =>
      `<h2>Byrådets møder</h2><table class="moeder"><caption>Møder i foråret</caption><thead><tr><th scope="col">Møde</th><th scope="col">Dagsorden</th><th scope="col">Referat</th></tr></thead><tbody>${[
        '3. februar',
        '3. marts',
        '7. april',
      ]
        .map(
          (day, at) =>
            `<tr><th scope="row">${day}</th><td><a href="/moeder/dagsorden-${at}.pdf">${is ? 'PDF' : `Dagsorden for ${day} (PDF)`}</a></td><td><a href="/moeder/referat-${at}.pdf">${is ? 'PDF' : `Referat af ${day} (PDF)`}</a></td></tr>`,
        )
        .join('')}</tbody></table>`,
  },
  {
    id: 'sorted-by-an-arrow-alone',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'by which column a table is sorted is shown by an arrow alone',
    where: 'table.MuiTable-root thead th, table.MuiTable-root thead th *',
    about: /sort/,
    site: 'panel',
    head: () =>
      `${roomy}<style>.MuiTableSortLabel-icon{margin-left:.4rem;visibility:hidden}.Mui-active .MuiTableSortLabel-icon{visibility:visible}.Mui-down .MuiTableSortLabel-icon{transform:rotate(180deg)}</style>`,
    main: (is) =>
      `<h2>Members by name or by role</h2><table class="MuiTable-root"><caption>Members of this project</caption><thead><tr>${['Name', 'Role', 'Last seen'].map((name, at) => `<th scope="col"${!is && at === 0 ? ' aria-sort="ascending"' : ''}><button type="button" class="MuiTableSortLabel-root${at === 0 ? ' Mui-active' : ''}">${name}<svg class="MuiTableSortLabel-icon" aria-hidden="true" width="14" height="14" viewBox="0 0 14 14"><path d="M7 1v12M2 6l5-5 5 5" fill="none" stroke="#fff" stroke-width="2"/></svg></button></th>`).join('')}</tr></thead><tbody><tr><th scope="row">Amara</th><td>Owner</td><td>2027-03-04</td></tr><tr><th scope="row">Jonas</th><td>Viewer</td><td>2027-02-26</td></tr><tr><th scope="row">Mei</th><td>Editor</td><td>2027-02-04</td></tr></tbody></table>`,
    script: (is) =>
      `const table = document.querySelector('table.MuiTable-root')
const headers = [...table.querySelectorAll('thead th')]
headers.forEach((header, at) => {
  const button = header.querySelector('button')
  button.addEventListener('click', () => {
    const isDown = button.classList.contains('Mui-active') && !button.classList.contains('Mui-down')
    for (const each of headers) {
      each.querySelector('button').classList.remove('Mui-active', 'Mui-down')
${is ? '' : "      each.removeAttribute('aria-sort')\n"}    }
    button.classList.add('Mui-active')
    button.classList.toggle('Mui-down', isDown)
${is ? '' : "    header.setAttribute('aria-sort', isDown ? 'descending' : 'ascending')\n"}    const rows = [...table.tBodies[0].rows].sort((a, b) => a.cells[at].textContent.localeCompare(b.cells[at].textContent))
    table.tBodies[0].append(...(isDown ? rows.reverse() : rows))
  })
})
`,
  },
]
