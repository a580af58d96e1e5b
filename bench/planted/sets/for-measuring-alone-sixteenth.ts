/** Failures as today's component code has them, over nearly all criteria, planted by an auditor who did not look at the checks: the half for measuring alone. */
import { drawn, either, type Plant, roomy } from '#bench/planted/plant'

export const measuredSixteenth: readonly Plant[] = [
  {
    id: 'gallery-picture-no-alt-xvi',
    technique: 'F65',
    criterion: '1.1.1',
    wrong: 'The second picture of the product gallery has no alt attribute.',
    where: '.product__media-item:nth-child(2) img',
    site: 'volt',
    main: either(
      `<ul class="product__media-list" role="list" style="display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0"><li class="product__media-item"><img src="${drawn("<rect x='5' y='4' width='14' height='18' rx='3' fill='#4d5a31'/>")}" alt="Day pack in moss, seen from the front" width="220" height="220"></li><li class="product__media-item"><img src="${drawn("<rect x='5' y='4' width='14' height='18' rx='3' fill='#4d5a31'/><path d='M8 4v18M16 4v18' stroke='#222'/>")}" width="220" height="220" loading="lazy"></li></ul>`,
      `<ul class="product__media-list" role="list" style="display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0"><li class="product__media-item"><img src="${drawn("<rect x='5' y='4' width='14' height='18' rx='3' fill='#4d5a31'/>")}" alt="Day pack in moss, seen from the front" width="220" height="220"></li><li class="product__media-item"><img src="${drawn("<rect x='5' y='4' width='14' height='18' rx='3' fill='#4d5a31'/><path d='M8 4v18M16 4v18' stroke='#222'/>")}" alt="The back of the day pack with its two shoulder straps" width="220" height="220" loading="lazy"></li></ul>`,
    ),
  },
  {
    id: 'ledig-tid-som-baggrund-xvi',
    technique: 'F3',
    criterion: '1.1.1',
    wrong: 'Whether a time is free is shown by a background image alone, without text.',
    where: '.tid-status',
    site: 'kommune',
    head: () =>
      `<style>.tid-status{display:inline-block;width:28px;height:28px;background:center/contain no-repeat}.tid-status--ledig{background-image:url("${drawn("<path d='M4 12l6 6L21 5' fill='none' stroke='#0b3d2e' stroke-width='4'/>")}")}.tid-status--optaget{background-image:url("${drawn("<path d='M4 4l16 16M20 4L4 20' stroke='#8a1010' stroke-width='4'/>")}")}</style>`,
    main: (isBroken) => {
      const state = (name: string, label: string) =>
        `<span class="tid-status tid-status--${name}"${isBroken ? '' : ` role="img" aria-label="${label}"`}></span>`
      return `<h2>Tider til pas på torsdag</h2><table class="table"><thead><tr><th scope="col">Klokken</th><th scope="col">Status</th></tr></thead><tbody><tr><th scope="row">9.15</th><td>${state('ledig', 'Ledig')}</td></tr><tr><th scope="row">9.30</th><td>${state('optaget', 'Optaget')}</td></tr><tr><th scope="row">9.45</th><td>${state('ledig', 'Ledig')}</td></tr></tbody></table>`
    },
  },
  {
    id: 'bold-paragraph-as-heading-xvi',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'The headings of the article are bold, large paragraphs and no headings.',
    where: '.fund-heading',
    site: 'gazette',
    head: () => '<style>.fund-heading{font-size:1.6rem;font-weight:700;line-height:1.25;margin:1.6rem 0 .4rem}</style>',
    main: (isBroken) => {
      const tag = isBroken ? 'p' : 'h2'
      const heading = (text: string) => `<${tag} class="fund-heading has-large-font-size">${text}</${tag}>`
      return `<p>The flood fund has published its accounts for the winter.</p>${heading('Where the money came from')}<p>Two thirds were given by households in the valley, the rest by the county and by three firms.</p>${heading('What it was spent on')}<p>Most of it bought pumps and sandbags, which are kept in the barn behind the church.</p>`
    },
  },
  {
    id: 'div-rows-as-table-xvi',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong:
      'A table of invoices is laid out with divs that have no roles, so cells are not tied to their column headings.',
    where: '.dg-root',
    site: 'ledger',
    head: () =>
      '<style>.dg-row{display:grid;grid-template-columns:2fr 1fr 1fr;border-bottom:1px solid #6b7280;background:#fff}.dg-row>div{padding:.5rem .7rem}.dg-head{font-weight:700}</style>',
    main: (isBroken) => {
      const role = (name: string) => (isBroken ? '' : ` role="${name}"`)
      const row = (cells: readonly string[], isHead = false) =>
        `<div class="dg-row${isHead ? ' dg-head' : ''}"${role('row')}>${cells.map((cell) => `<div${role(isHead ? 'columnheader' : 'cell')}>${cell}</div>`).join('')}</div>`
      return `<h2 id="due-h">Invoices that are due</h2><div class="dg-root"${isBroken ? '' : ' role="table" aria-labelledby="due-h"'}>${row(['Supplier', 'Net', 'Gross'], true)}${row(['Alder Timber', '£1,200', '£1,440'])}${row(['Birch Haulage', '£310', '£372'])}${row(['Cole Printing', '£95', '£114'])}</div>`
    },
  },
  {
    id: 'rozklad-ze-spacji-xvi',
    technique: 'F34',
    criterion: '1.3.2',
    wrong: 'The timetable is plain text whose columns are made with spaces.',
    where: '#rozklad',
    about: /table|whitespace|spaces|column/,
    site: 'kolej',
    main: either(
      `<h2>Odjazdy z Rabki</h2><pre id="rozklad">Kierunek      Odjazd   Peron
Kraków        6:42     1
Nowy Sącz     7:15     2
Zakopane      8:03     1</pre>`,
      '<h2>Odjazdy z Rabki</h2><table id="rozklad"><tr><th scope="col">Kierunek</th><th scope="col">Odjazd</th><th scope="col">Peron</th></tr><tr><th scope="row">Kraków</th><td>6:42</td><td>1</td></tr><tr><th scope="row">Nowy Sącz</th><td>7:15</td><td>2</td></tr><tr><th scope="row">Zakopane</th><td>8:03</td><td>1</td></tr></table>',
    ),
  },
  {
    id: 'botao-redondo-a-direita-xvi',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'The instruction names the button by its shape and place alone.',
    where: '#instrucao',
    site: 'escola',
    head: () =>
      `${roomy}<style>.passos{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between;max-width:36rem}.passos .redondo{border-radius:50%;width:150px;height:150px}</style>`,
    main: (isBroken) => `<h2>Inscrição em exames</h2>
<p id="instrucao">${isBroken ? 'Quando tiver escolhido a data, carregue no botão redondo à direita.' : 'Quando tiver escolhido a data, carregue no botão «Confirmar», redondo e à direita.'}</p>
<p>Data escolhida: <strong>14 de junho</strong></p>
<div class="passos"><button type="button" class="btn">Mudar de data</button><button type="button" class="btn">Anular</button><button type="button" class="btn redondo">Confirmar</button></div>`,
  },
  {
    id: 'autocomplete-inventado-xvi',
    technique: 'F107',
    criterion: '1.3.5',
    wrong: 'The field for the own telephone number has an autocomplete value that does not exist.',
    where: '#telefono',
    site: 'clinica',
    head: () => roomy,
    main: (isBroken) => `<h2>Sus datos de contacto</h2><form action="/cita/datos" method="post">
<p><label for="nombre">Su nombre y apellidos</label><br><input id="nombre" name="nombre" type="text" autocomplete="name"></p>
<p><label for="telefono">Su número de teléfono</label><br><input id="telefono" name="telefono" type="tel" autocomplete="${isBroken ? 'phone-number' : 'tel'}"></p>
<p><button type="submit">Guardar los datos</button></p></form>`,
  },
  {
    id: 'film-ohne-untertitel-xvi',
    technique: 'criterion',
    criterion: '1.2.2',
    wrong: 'The film with sound has no captions.',
    where: 'video',
    site: 'moebel',
    main: (isBroken) => `<h2 class="text-lg">Film: So ölen Sie Ihren Esstisch</h2>
<video class="rounded" style="max-width:100%" controls width="320" height="240" preload="metadata" aria-label="Film: So ölen Sie Ihren Esstisch" src="/filme/tisch-oelen.webm">${isBroken ? '' : '<track kind="captions" srclang="de" label="Deutsch" default src="data:text/vtt,WEBVTT%0A%0A00:00.000 --&gt; 00:03.000%0A[Ein tiefer Ton] Tragen Sie das %C3%96l d%C3%BCnn auf.">'}<track kind="descriptions" srclang="de" label="Beschreibung" src="data:text/vtt,WEBVTT%0A%0A00:00.000 --&gt; 00:03.000%0AEine farbige Fl%C3%A4che wechselt den Ton."></video>`,
  },
  {
    id: 'gira-il-telefono-xvi',
    technique: 'F97',
    criterion: '1.3.4',
    wrong: 'Held upright, the plan of the rooms is hidden and the visitor is told to turn the device.',
    where: '.pianta',
    site: 'museo',
    head: (isBroken) =>
      `<style>.gira{display:none}${isBroken ? '@media (orientation:portrait){.pianta{display:none}.gira{display:block}}' : '@media (orientation:portrait){.pianta ol{padding-inline-start:1.2rem}}'}</style>`,
    main: () =>
      '<p class="gira">Ruota il dispositivo in orizzontale per vedere la pianta delle sale.</p><section class="pianta" aria-labelledby="pianta-h"><h2 id="pianta-h">La pianta delle sale</h2><ol><li>Sala delle maioliche, a destra dell’ingresso</li><li>Sala dei forni, in fondo al corridoio</li><li>Sala delle porcellane, al primo piano</li></ol></section>',
  },
  {
    id: 'lien-par-la-couleur-xvi',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'The links in the paragraph differ from the text around them by a colour that is hardly different alone.',
    where: '.article__corps a',
    site: 'journal',
    head: (isBroken) =>
      `<style>.article__corps a{text-decoration:${isBroken ? 'none' : 'underline'}}.article__corps a:hover,.article__corps a:focus{text-decoration:underline}</style>`,
    main: () =>
      '<div class="article__corps"><p>La fruitière a rouvert après trois mois de travaux, comme l’annonçait <a href="/2024/avril/fruitiere">notre article du mois d’avril</a>. Les éleveurs y livrent de nouveau leur lait chaque matin, et la <a href="/horaires/fruitiere">boutique de la fruitière</a> accueille les visiteurs le samedi.</p></div>',
  },
  {
    id: 'tekst-in-vw-xvi',
    technique: 'F94',
    criterion: '1.4.4',
    wrong:
      'The size of the introduction is set in parts of the window, so that it does not grow when the page is zoomed.',
    where: '.intro-groot',
    site: 'werf',
    head: (isBroken) => `<style>.intro-groot{font-size:${isBroken ? '1.7vw' : '1.35rem'};line-height:1.5}</style>`,
    main: () =>
      '<p class="intro-groot">Op de helling ligt dit voorjaar een klipper uit 1902. Wie wil weten hoe een schip geklonken wordt, kan elke zaterdag tussen tien en twaalf komen kijken.</p>',
  },
  {
    id: 'quote-as-picture-of-words-xvi',
    technique: 'criterion',
    criterion: '1.4.5',
    wrong: 'The quotation of a reader is a picture of text.',
    where: '.reader-quote',
    site: 'library',
    main: either(
      `<h2>What readers say</h2><figure><img class="reader-quote" width="360" height="360" style="max-width:100%;height:auto" alt="“I came in for the warmth and left with eleven novels.”" src="${drawn("<rect width='24' height='24' fill='#fffdf7'/><g font-family='Georgia' font-size='2.6' fill='#1d2a24'><text x='1' y='6'>“I came in for the</text><text x='1' y='10'>warmth and left</text><text x='1' y='14'>with eleven</text><text x='1' y='18'>novels.”</text></g>")}"><figcaption>Maureen, member since 1988</figcaption></figure>`,
      '<h2>What readers say</h2><figure><blockquote class="reader-quote" style="font-size:2.4rem;line-height:1.5;max-width:22rem;margin:0">“I came in for the warmth and left with eleven novels.”</blockquote><figcaption>Maureen, member since 1988</figcaption></figure>',
    ),
  },
  {
    id: 'hjaelpetekst-form-text-xvi',
    technique: 'criterion',
    criterion: '1.4.6',
    wrong: 'The help under the field is grey with a contrast of about 5 to 1, less than 7 to 1.',
    where: '.form-text',
    site: 'kommune',
    head: (isBroken) =>
      `${roomy}<style>.form-text{font-size:.9rem;margin:.25rem 0 0;color:${isBroken ? '#6c757d' : '#3f464c'}}</style>`,
    main: () =>
      '<h2>Find din afhentningsdag</h2><form action="/affald"><p><label class="form-label" for="vej">Vejnavn og husnummer</label><br><input class="form-control" id="vej" name="vej" type="text" aria-describedby="vej-hjaelp"></p><p class="form-text" id="vej-hjaelp">Skriv vejen, som den står på skiltet, for eksempel Rådhusgade 1.</p><p><button class="btn" type="submit">Vis dagen</button></p></form>',
  },
  {
    id: 'schalter-aus-kaum-zu-sehen-xvi',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'The switch that is off is a pale grey shape on white with a white knob.',
    where: '#aufbau',
    site: 'moebel',
    head: (isBroken) =>
      `<style>.schalter{display:flex;align-items:center;gap:.75rem;min-height:44px}#aufbau{appearance:none;position:relative;flex:none;width:76px;height:44px;margin:0;padding:0;border:0;border-radius:22px;background:${isBroken ? '#e5e5e5' : '#6d6354'}}#aufbau::before{content:"";position:absolute;top:5px;left:5px;width:34px;height:34px;border-radius:50%;background:#fff}#aufbau:checked{background:#7a3410}#aufbau:checked::before{left:37px}</style>`,
    main: () =>
      '<h2 class="text-lg">Zu Ihrer Lieferung</h2><p class="schalter"><input type="checkbox" role="switch" id="aufbau" name="aufbau"><label for="aufbau">Möbel beim Liefern aufbauen</label></p><p>Unsere Schreiner nehmen die Verpackung wieder mit.</p>',
  },
  {
    id: 'resumo-de-altura-fixa-xvi',
    technique: 'criterion',
    criterion: '1.4.12',
    wrong: 'The box has a fixed height and hides what overflows: with wider spacing of the text its end is cut off.',
    where: '.resumo',
    site: 'escola',
    head: (isBroken) =>
      `<style>.resumo{box-sizing:content-box;width:17.5rem;max-width:100%;${isBroken ? 'height:172px;overflow:hidden' : 'min-height:172px'}}.resumo p{margin:0}</style>`,
    main: () =>
      '<h2>Semana de acolhimento</h2><div class="resumo"><p>Os novos estudantes são recebidos no jardim, junto ao portão norte.</p><p>Tragam o cartão de cidadão e a carta de admissão assinada.</p></div>',
  },
  {
    id: 'photo-nommee-par-son-fichier-xvi',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'The text alternative of the photograph is the name of its file.',
    where: '.photo-une img',
    site: 'journal',
    main: (isBroken) =>
      `<figure class="photo-une"><img src="${drawn("<rect width='24' height='24' fill='#bcd'/><path d='M0 20L8 8l5 7 4-5 7 10v4H0z' fill='#445'/>")}" width="360" height="360" style="max-width:100%;height:auto" alt="${isBroken ? 'DSC_04821.jpg' : 'Le col enneigé vu du village, deux sommets derrière les toits'}"><figcaption>Photographie de Jeanne Morel.</figcaption></figure><p>Le col a rouvert jeudi à midi, trois semaines plus tôt que l’an dernier.</p>`,
  },
  {
    id: 'canvas-chart-without-words-xvi',
    technique: 'criterion',
    criterion: '1.1.1',
    wrong: 'The chart is painted on a canvas that has no text alternative.',
    where: '#recycling-chart',
    site: 'council',
    main: either(
      '<h2>How much of our waste is recycled</h2><canvas id="recycling-chart" width="260" height="160"></canvas>',
      '<h2>How much of our waste is recycled</h2><canvas id="recycling-chart" width="260" height="160" role="img" aria-label="Bar chart: 38 per cent of waste was recycled in 2021, 44 in 2022, 51 in 2023"></canvas>',
    ),
    script: () => `const canvas = document.getElementById('recycling-chart')
const context = canvas.getContext('2d')
const shares = [['2021', 38], ['2022', 44], ['2023', 51]]
context.font = '16px Arial'
shares.forEach(([year, share], at) => {
  context.fillStyle = '#164a80'
  context.fillRect(10 + at * 85, 130 - share * 2, 60, share * 2)
  context.fillStyle = '#0b0c0c'
  context.fillText(year, 22 + at * 85, 150)
  context.fillText(share + ' %', 18 + at * 85, 122 - share * 2)
})
`,
  },
  {
    id: 'role-button-click-only-xvi',
    technique: 'criterion',
    criterion: '2.1.1',
    wrong: 'The div with the role of a button takes focus, but answers to clicks alone, not to Enter or Space.',
    where: '#approve',
    site: 'ledger',
    head: () =>
      '<style>.btn-like{display:inline-flex;align-items:center;min-height:44px;padding:0 .9rem;border-radius:6px;background:#1e3a8a;color:#fff;cursor:pointer}</style>',
    main: (isBroken) => `<h2>Expense claim of Priya</h2><p>Train to Leeds, £64.20, with receipt.</p>
<div id="approve" class="btn-like" role="button" tabindex="0">Approve the claim</div>
<p id="claim-state" role="status"></p>
<script>
{const approve = document.getElementById('approve')
const done = () => { document.getElementById('claim-state').textContent = 'The claim is approved.' }
approve.addEventListener('click', done)
${isBroken ? '' : "approve.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); done() } })"}}
</script>`,
  },
  {
    id: 'single-key-opens-form-xvi',
    technique: 'F99',
    criterion: '2.1.4',
    wrong: 'The letter n alone, pressed anywhere, opens the form; this cannot be turned off or changed.',
    where: 'page',
    site: 'panel',
    head: () => roomy,
    main: (
      isBroken,
    ) => `<h2>Deploy keys</h2><p>Press ${isBroken ? '<kbd>n</kbd>' : '<kbd>Alt</kbd> and <kbd>n</kbd>'} or use the button to make a key.</p>
<p><button type="button" id="new-key" aria-expanded="false" aria-controls="new-key-form">New key</button></p>
<div id="new-key-form" hidden><p><label for="key-name">Name of the key</label><br><input id="key-name" type="text"></p></div>
<script>
{const button = document.getElementById('new-key')
const form = document.getElementById('new-key-form')
const toggle = () => { form.hidden = !form.hidden; button.setAttribute('aria-expanded', String(!form.hidden)) }
button.addEventListener('click', toggle)
document.addEventListener('keydown', (event) => {
  if (event.target.matches('input')) return
  if (event.code === 'KeyN' && ${isBroken ? '!event.altKey' : 'event.altKey'} && !event.ctrlKey && !event.metaKey) toggle()
})}
</script>`,
  },
  {
    id: 'meta-refresh-of-form-xvi',
    technique: 'F41',
    criterion: '2.2.1',
    wrong: 'The page loads itself anew after two minutes, and what was written is lost.',
    where: 'meta[http-equiv="refresh"]',
    site: 'council',
    head: (isBroken) =>
      `${isBroken ? '<meta http-equiv="refresh" content="120">' : ''}${roomy}<style>#comment{box-sizing:border-box;width:100%;min-height:120px}</style>`,
    main: () =>
      '<h2>Comment on the plan for Mill Lane</h2><form action="/plans/mill-lane/comment" method="post"><p><label for="comment">Your comment</label></p><p><textarea id="comment" name="comment" rows="5"></textarea></p><p><button type="submit">Continue</button></p></form>',
  },
  {
    id: 'giostra-senza-pausa-xvi',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'The carousel moves on by itself for ever and cannot be paused.',
    where: '#giostra',
    site: 'museo',
    head: () => `${roomy}<style>#giostra{border:1px solid #8a7768;padding:1rem}.slide[hidden]{display:none}</style>`,
    main: (
      isBroken,
    ) => `<h2>In mostra</h2><section id="giostra" aria-roledescription="carosello" aria-label="Opere in mostra">
${isBroken ? '' : '<p><button type="button" id="pausa">Ferma le opere</button></p>'}
<div class="slide"><p>Piatto con melograni, Faenza, 1540.</p></div><div class="slide" hidden><p>Brocca a becco, Deruta, 1610.</p></div><div class="slide" hidden><p>Albarello da farmacia, Urbino, 1580.</p></div></section>
<script>
{const slides = [...document.querySelectorAll('#giostra .slide')]
let at = 0
let timer
const next = () => { slides[at].hidden = true; at = (at + 1) % slides.length; slides[at].hidden = false }
const start = () => { timer = setInterval(next, 3000) }
start()
${
  isBroken
    ? ''
    : `const pausa = document.getElementById('pausa')
pausa.addEventListener('click', () => {
  if (timer) { clearInterval(timer); timer = 0; pausa.textContent = 'Fai scorrere le opere' } else { start(); pausa.textContent = 'Ferma le opere' }
})`
}}
</script>`,
  },
  {
    id: 'title-of-the-template-xvi',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'The title of the page is the one of the template it was begun from.',
    where: 'title',
    site: 'panel',
    title: either('Vite + React + TS', 'Members of the project – Northlight Console'),
    main: () =>
      '<h2>Members</h2><ul><li>Amara Osei, owner</li><li>Jun Park, developer</li><li>Lea Brandt, billing</li></ul>',
  },
  {
    id: 'tabindex-na-opak-xvi',
    technique: 'F44',
    criterion: '2.4.3',
    wrong: 'Positive values of tabindex lead from the code to the surname and only then back to the first name.',
    where: '#imie',
    site: 'kolej',
    head: () => roomy,
    main: (isBroken) => {
      const at = (order: number) => (isBroken ? ` tabindex="${order}"` : '')
      return `<h2>Zamów bilet miesięczny</h2><form action="/bilet" method="post">
<p><label for="imie">Imię</label><br><input id="imie" type="text" autocomplete="given-name"${at(3)}></p>
<p><label for="nazwisko">Nazwisko</label><br><input id="nazwisko" type="text" autocomplete="family-name"${at(2)}></p>
<p><label for="kod">Kod pocztowy</label><br><input id="kod" type="text" autocomplete="postal-code"${at(1)}></p>
<p><button type="submit">Zamów bilet</button></p></form>`
    },
  },
  {
    id: 'dialogo-sem-foco-xvi',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'When the dialog opens the focus stays behind it, and Tab goes on through the page that it covers.',
    where: '#dialogo-bolsa',
    site: 'escola',
    head: () =>
      `${roomy}<style>#dialogo-bolsa[open]{position:fixed;inset:0;margin:auto;height:fit-content;width:min(22rem,80vw);z-index:5;border:3px solid #5b2a86;padding:1.2rem;background:#fff;color:#1f1a2e;box-shadow:0 0 0 100vmax #000a}#dialogo-bolsa::backdrop{background:transparent}</style>`,
    main: (
      isBroken,
    ) => `<dialog id="dialogo-bolsa" aria-modal="true" aria-labelledby="bolsa-h"><h2 id="bolsa-h">Pedido de bolsa</h2><p>O pedido fecha a 30 de setembro. Precisa da declaração de rendimentos.</p><p><button type="button" id="bolsa-fechar">Fechar</button></p></dialog>
<p>Antes de pedir a bolsa, leia as condições.</p><p><button type="button" id="bolsa-abrir" aria-haspopup="dialog">Condições da bolsa</button></p>
<script>
{const dialogo = document.getElementById('dialogo-bolsa')
document.getElementById('bolsa-abrir').addEventListener('click', () => { ${isBroken ? "dialogo.setAttribute('open', '')" : 'dialogo.showModal()'} })
document.getElementById('bolsa-fechar').addEventListener('click', () => { dialogo.close() })}
</script>`,
  },
  {
    id: 'focus-outline-none-xvi',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'The outline of the focused buttons is taken away and nothing is put in its place.',
    where: '.keuze button',
    site: 'werf',
    head: (isBroken) =>
      `${roomy}${isBroken ? '<style>.keuze button:focus,.keuze button:focus-visible{outline:none;box-shadow:none}</style>' : ''}`,
    main: () => `<h2>Kies een rondleiding</h2><p class="keuze"><button type="button" aria-pressed="true">Ochtend</button> <button type="button" aria-pressed="false">Middag</button></p>
<p id="keuze-uit" role="status">De rondleiding begint om tien uur.</p>
<script>
for (const button of document.querySelectorAll('.keuze button')) button.addEventListener('click', () => {
  for (const other of document.querySelectorAll('.keuze button')) other.setAttribute('aria-pressed', String(other === button))
  document.getElementById('keuze-uit').textContent = button.textContent === 'Middag' ? 'De rondleiding begint om twee uur.' : 'De rondleiding begint om tien uur.'
})
</script>`,
  },
  {
    id: 'field-blurs-on-focus-xvi',
    technique: 'F55',
    criterion: '2.1.1',
    wrong: 'The button takes the focus away from itself as soon as it gets it, so that the keyboard cannot press it.',
    where: '#find-bin',
    about: /focus|keyboard/,
    site: 'council',
    head: () => roomy,
    main: (isBroken) => `<h2>Bin collection</h2><p>Collections are on Tuesday in most streets.</p>
<p><button type="button" id="find-bin"${isBroken ? ' onfocus="this.blur()"' : ''}>Show the exceptions</button></p><p id="bin-out" role="status"></p>
<script>
document.getElementById('find-bin').addEventListener('click', () => { document.getElementById('bin-out').textContent = 'Mill Lane and Church Road: Thursday.' })
</script>`,
  },
  {
    id: 'bar-over-focused-links-xvi',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'A bar fixed to the bottom of the window covers links entirely when they get the focus.',
    where: '.notice-bar',
    site: 'library',
    cards: 22,
    head: (isBroken) =>
      `<style>.notice-bar{box-sizing:border-box;position:fixed;left:0;right:0;bottom:0;height:130px;overflow:auto;background:#1d2a24;color:#fff;padding:1rem 2rem;z-index:9}.notice-bar p{margin:0}${isBroken ? '' : 'html{scroll-padding-bottom:150px}body{padding-bottom:150px}'}</style>`,
    main: () => '<div class="notice-bar"><p>The library closes at noon on Friday for stocktaking.</p></div>',
  },
  {
    id: 'thin-dotted-focus-xvi',
    technique: 'criterion',
    criterion: '2.4.13',
    wrong: 'The focus of the buttons is shown by a dotted line of one pixel alone.',
    where: '.swatch',
    site: 'volt',
    head: (isBroken) =>
      `${roomy}<style>.swatch{background:#fff;color:#121212}.swatch[aria-pressed=true]{background:#121212;color:#fff}.swatch:focus-visible{${isBroken ? 'outline:1px dotted #1d4ed8;outline-offset:2px' : 'outline:3px solid #1d4ed8;outline-offset:3px'}}</style>`,
    main: () => `<h2 id="colour-h">Colour</h2><div role="group" aria-labelledby="colour-h"><button type="button" class="swatch" aria-pressed="true">Moss</button> <button type="button" class="swatch" aria-pressed="false">Rust</button> <button type="button" class="swatch" aria-pressed="false">Slate</button></div>
<script>
for (const swatch of document.querySelectorAll('.swatch')) swatch.addEventListener('click', () => {
  for (const other of document.querySelectorAll('.swatch')) other.setAttribute('aria-pressed', String(other === swatch))
})
</script>`,
  },
  {
    id: 'mengen-knoepfe-klein-xvi',
    technique: 'criterion',
    criterion: '2.5.5',
    wrong: 'The buttons for the quantity are 30 by 30 pixels.',
    where: '.menge button',
    site: 'moebel',
    head: (isBroken) => {
      const size = isBroken ? 30 : 44
      return `<style>.menge{display:flex;align-items:center;gap:1rem}.menge button{width:${size}px;height:${size}px;padding:0;font-size:1.25rem;line-height:1}</style>`
    },
    main: () => `<h2 class="text-lg">Stuhl Insel</h2><div class="menge" role="group" aria-label="Menge"><button type="button" aria-label="Weniger" data-um="-1">−</button><output id="menge">1</output><button type="button" aria-label="Mehr" data-um="1">+</button></div>
<script>
for (const button of document.querySelectorAll('.menge button')) button.addEventListener('click', () => {
  const menge = document.getElementById('menge')
  menge.textContent = String(Math.max(1, Number(menge.textContent) + Number(button.dataset.um)))
})
</script>`,
  },
  {
    id: 'arabic-page-said-english-xvi',
    technique: 'criterion',
    criterion: '3.1.1',
    wrong: 'The page is in Arabic and its html element says English, as the template had it.',
    where: 'html',
    site: 'riwaq',
    language: either('lang="en"', 'lang="ar"'),
    main: () =>
      '<h2>مواعيد القراءة</h2><p>تفتح قاعة القراءة أبوابها كل صباح من التاسعة حتى الواحدة، ما عدا يوم الجمعة.</p>',
  },
  {
    id: 'dialog-opens-on-focus-xvi',
    technique: 'criterion',
    criterion: '3.2.1',
    wrong: 'As soon as the field for the waist gets the focus, a modal dialog opens and takes it.',
    where: '#waist',
    site: 'volt',
    head: () =>
      `${roomy}<style>#guide{border:2px solid #121212;padding:1.2rem;max-width:min(20rem,80vw)}#guide::backdrop{background:#000a}</style>`,
    main: (
      isBroken,
    ) => `<h2>Made to measure</h2><form action="/pages/measure"><p><label for="waist">Waist in inches</label><br><input class="field__input" id="waist" name="waist" type="text" inputmode="numeric"></p>
<p><button type="button" id="guide-open" aria-haspopup="dialog">How to measure</button> <button type="submit" class="button">Continue</button></p></form>
<dialog id="guide" aria-labelledby="guide-h"><h2 id="guide-h">How to measure</h2><p>Put the tape around you where the trousers sit, and breathe out.</p><p><button type="button" id="guide-close">Close</button></p></dialog>
<script>
{const guide = document.getElementById('guide')
const open = () => { if (!guide.open) guide.showModal() }
document.getElementById('guide-open').addEventListener('click', open)
document.getElementById('guide-close').addEventListener('click', () => guide.close())
${isBroken ? "document.getElementById('waist').addEventListener('focus', open, { once: true })" : ''}}
</script>`,
  },
  {
    id: 'ward-select-submits-itself-xvi',
    technique: 'criterion',
    criterion: '3.2.2',
    wrong: 'Choosing a ward sends the form and loads another page at once, without anybody being told before.',
    where: '#ward',
    site: 'council',
    head: () => roomy,
    main: (isBroken) =>
      `<h2>Find your councillor</h2><form action="/councillors"><p><label for="ward">Ward</label><br><select id="ward" name="ward"${isBroken ? ' onchange="this.form.submit()"' : ''}><option value="castle">Castle</option><option value="mill">Mill Lane</option><option value="north">North Westmere</option></select></p>${isBroken ? '' : '<p><button type="submit">Show councillors</button></p>'}</form>`,
  },
  {
    id: 'telefoon-in-losse-vakjes-xvi',
    technique: 'F82',
    criterion: '3.3.2',
    wrong: 'The two boxes for the telephone number have no visible label.',
    where: '.telefoon',
    site: 'werf',
    head: () =>
      `${roomy}<style>.telefoon{border:0;margin:0 0 1rem;padding:0;min-width:0}.telefoon legend{padding:0}.telefoon input{width:5rem}.telefoon input+input{width:9rem}.telefoon .vak{display:inline-block;margin-right:.6rem}</style>`,
    main: either(
      '<h2>Meld u aan voor de werfdag</h2><form action="/werfdag"><p><label for="naam">Naam</label><br><input id="naam" type="text" autocomplete="name"></p><div class="telefoon" role="group" aria-label="Telefoonnummer"><input type="text" inputmode="tel" autocomplete="tel-area-code" aria-label="Netnummer"> <input type="text" inputmode="tel" autocomplete="tel-local" aria-label="Abonneenummer"></div><p><button type="submit">Aanmelden</button></p></form>',
      '<h2>Meld u aan voor de werfdag</h2><form action="/werfdag"><p><label for="naam">Naam</label><br><input id="naam" type="text" autocomplete="name"></p><fieldset class="telefoon"><legend>Telefoonnummer</legend><span class="vak"><label for="net">Netnummer</label><br><input id="net" type="text" inputmode="tel" autocomplete="tel-area-code"></span> <span class="vak"><label for="abonnee">Abonneenummer</label><br><input id="abonnee" type="text" inputmode="tel" autocomplete="tel-local"></span></fieldset><p><button type="submit">Aanmelden</button></p></form>',
    ),
  },
  {
    id: 'saisie-non-valide-xvi',
    technique: 'criterion',
    criterion: '3.3.3',
    wrong: 'The message says that the postcode is not valid, but not how one is written.',
    where: '#code-erreur',
    site: 'journal',
    head: () => `${roomy}<style>.erreur{color:#8b1a1a;font-weight:700}</style>`,
    main: (
      isBroken,
    ) => `<h2>Recevoir le journal</h2><form id="abonner" action="/abonnement" novalidate><p><label for="code">Code postal</label><br><input id="code" name="code" type="text" autocomplete="postal-code" aria-describedby="code-erreur"></p><p class="erreur" id="code-erreur" role="alert"></p><p><button type="submit">Continuer</button></p></form>
<script>
document.getElementById('abonner').addEventListener('submit', (event) => {
  const code = document.getElementById('code')
  if (/^[0-9]{5}$/.test(code.value)) return
  event.preventDefault()
  code.setAttribute('aria-invalid', 'true')
  document.getElementById('code-erreur').textContent = '${isBroken ? 'Code postal : saisie non valide.' : 'Le code postal compte cinq chiffres, par exemple 74400.'}'
})
</script>`,
  },
  {
    id: 'telemovel-pedido-duas-vezes-xvi',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'The second step asks for the mobile number again that was given in the first, with an empty field.',
    where: '#telemovel-2',
    site: 'escola',
    head: () => roomy,
    main: (isBroken) => `<h2>Candidatura</h2><form action="/candidaturas" method="post">
<div id="passo-1"><h3>Passo 1 de 2: contacto</h3><p><label for="telemovel-1">O seu número de telemóvel</label><br><input id="telemovel-1" name="telemovel" type="tel" autocomplete="tel"></p><p><button type="button" id="seguinte">Continuar para o passo 2</button></p></div>
<div id="passo-2" hidden><h3 id="passo-2-h" tabindex="-1">Passo 2 de 2: entrevista</h3><p><label for="telemovel-2">O seu número de telemóvel para a entrevista</label><br><input id="telemovel-2" name="entrevista" type="tel" autocomplete="tel"></p><p><button type="submit">Enviar a candidatura</button></p></div></form>
<script>
document.getElementById('seguinte').addEventListener('click', () => {
  ${isBroken ? '' : "document.getElementById('telemovel-2').value = document.getElementById('telemovel-1').value"}
  document.getElementById('passo-1').hidden = true
  document.getElementById('passo-2').hidden = false
  document.getElementById('passo-2-h').focus()
})
</script>`,
  },
  {
    id: 'password-not-to-be-pasted-xvi',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'The field for the password refuses what is pasted, so that it has to be remembered or copied by hand.',
    where: '#password',
    site: 'panel',
    head: () => roomy,
    main: (
      isBroken,
    ) => `<h2>Sign in again to go on</h2><form action="/sign-in" method="post"><p><label for="email">Email</label><br><input id="email" name="email" type="email" autocomplete="username"></p><p><label for="password">Password</label><br><input id="password" name="password" type="password" autocomplete="current-password"></p><p><button type="submit">Sign in</button></p></form>
${isBroken ? "<script>\ndocument.getElementById('password').addEventListener('paste', (event) => event.preventDefault())\n</script>" : ''}`,
  },
  {
    id: 'kebab-button-no-name-xvi',
    technique: 'F68',
    criterion: '4.1.2',
    wrong: 'The button with three dots has no name.',
    where: '.kebab',
    site: 'ledger',
    head: () => roomy,
    main: (isBroken) => `<h2>Bank statement of March</h2><p>Two entries are waiting.</p>
<p><button type="button" class="kebab" aria-expanded="false" aria-controls="kebab-box"${isBroken ? '' : ' aria-label="Actions for the statement of March"'}><svg aria-hidden="true" focusable="false" width="20" height="20" viewBox="0 0 24 24" fill="currentColor"><circle cx="12" cy="5" r="2.5"/><circle cx="12" cy="12" r="2.5"/><circle cx="12" cy="19" r="2.5"/></svg></button></p>
<div id="kebab-box" hidden><p><button type="button">Print the statement</button></p></div>
<script>
document.querySelector('.kebab').addEventListener('click', (event) => {
  const box = document.getElementById('kebab-box')
  box.hidden = !box.hidden
  event.currentTarget.setAttribute('aria-expanded', String(!box.hidden))
})
</script>`,
  },
  {
    id: 'added-to-cart-toast-silent-xvi',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'The message that the bag was added to the cart is shown, but not announced.',
    where: '#toast',
    site: 'volt',
    head: () => `${roomy}<style>#toast:not(:empty){background:#121212;color:#fff;padding:.8rem 1rem}</style>`,
    main: (
      isBroken,
    ) => `<h2>Canvas tote</h2><p>$48, ships on Monday.</p><p><button type="button" id="add" class="button">Add to cart</button></p><div id="toast"${isBroken ? '' : ' role="status"'}></div>
<script>
document.getElementById('add').addEventListener('click', () => { document.getElementById('toast').textContent = 'The canvas tote was added to your cart.' })
</script>`,
  },
  {
    id: 'result-count-changes-silently-xvi',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'While a word is typed the number of books found changes, and assistive technology is not told.',
    where: '#adad',
    site: 'riwaq',
    head: () => roomy,
    main: (
      isBroken,
    ) => `<h2>رفوف القاعة</h2><p><label for="bahth">ابحث في العناوين</label><br><input id="bahth" type="search" autocomplete="off"></p><p id="adad"${isBroken ? '' : ' role="status"'}>عدد الكتب: 4</p>
<ul id="kutub"><li>كتاب الحيوان</li><li>ديوان المتنبي</li><li>رحلة ابن بطوطة</li><li>مقدمة ابن خلدون</li></ul>
<script>
document.getElementById('bahth').addEventListener('input', (event) => {
  let count = 0
  for (const item of document.querySelectorAll('#kutub li')) {
    item.hidden = !item.textContent.includes(event.target.value.trim())
    if (!item.hidden) count += 1
  }
  document.getElementById('adad').textContent = 'عدد الكتب: ' + count
})
</script>`,
  },
]
