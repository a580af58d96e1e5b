/** Failures as today's component code has them, over nearly all criteria, planted by an auditor who did not look at the checks: the half that its digest opens to whoever mends them. */
import { drawn, either, type Plant, roomy, tall } from '#bench/planted/plant'

const bars = (heights: readonly number[]) =>
  heights.map((height, at) => `<rect x="${at * 40 + 8}" y="${120 - height}" width="24" height="${height}"/>`).join('')

const shore =
  "<rect width='24' height='24' fill='#e9eef0'/><path d='M0 16l6-5 5 4 6-7 7 6v10H0z' fill='#c9d6cf'/><circle cx='18' cy='5' r='2' fill='#fff'/>"

export const drawnSixteenth: readonly Plant[] = [
  {
    id: 'chart-text-stays-behind-xvi',
    technique: 'F20',
    criterion: '1.1.1',
    wrong:
      'When another environment is chosen the chart is drawn anew, but its text alternative still tells of production.',
    where: '#usage-chart',
    site: 'panel',
    head: () => roomy,
    main: (isBroken) => `<h2>Requests a day</h2>
<p><label for="usage-env">Environment</label> <select id="usage-env"><option value="production">Production</option><option value="staging">Staging</option></select></p>
<svg id="usage-chart" role="img" width="240" height="120" viewBox="0 0 240 120" fill="#124e8c" aria-label="Requests in production, Monday to Friday: 80, 95, 110, 100 and 70 thousand">${bars([80, 95, 110, 100, 70])}</svg>
<script>
{const chart = document.getElementById('usage-chart')
const sets = {production: {bars: '${bars([80, 95, 110, 100, 70])}', text: 'Requests in production, Monday to Friday: 80, 95, 110, 100 and 70 thousand'}, staging: {bars: '${bars([12, 9, 30, 14, 6])}', text: 'Requests in staging, Monday to Friday: 12, 9, 30, 14 and 6 thousand'}}
document.getElementById('usage-env').addEventListener('change', (event) => {
  const set = sets[event.target.value]
  chart.innerHTML = set.bars
  ${isBroken ? '' : "chart.setAttribute('aria-label', set.text)"}
})}
</script>`,
  },
  {
    id: 'govuk-radios-no-fieldset-xvi',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'The question above the radio buttons is a paragraph that is not tied to the group.',
    where: '.govuk-radios',
    site: 'council',
    head: () =>
      '<style>.govuk-fieldset{border:0;margin:0;padding:0}.govuk-fieldset__legend{font-size:24px;font-weight:700;padding:0;margin:0 0 10px}.govuk-radios__item{display:flex;align-items:center;min-height:44px}.govuk-radios__input{width:44px;height:44px;margin:0}.govuk-radios__label{padding:10px}</style>',
    main: (isBroken) => {
      const item = (value: string, label: string) =>
        `<div class="govuk-radios__item"><input class="govuk-radios__input" id="permit-${value}" name="permit" type="radio" value="${value}"><label class="govuk-radios__label" for="permit-${value}">${label}</label></div>`
      const radios = `<div class="govuk-radios">${item('yes', 'Yes')}${item('no', 'No')}</div>`
      return isBroken
        ? `<form class="govuk-form-group" action="/parking/permit"><div class="govuk-fieldset"><p class="govuk-fieldset__legend">Do you already hold a parking permit?</p>${radios}</div></form>`
        : `<form class="govuk-form-group" action="/parking/permit"><fieldset class="govuk-fieldset"><legend class="govuk-fieldset__legend">Do you already hold a parking permit?</legend>${radios}</fieldset></form>`
    },
  },
  {
    id: 'interview-no-transcript-xvi',
    technique: 'criterion',
    criterion: '1.2.1',
    wrong: 'The recorded interview has no transcript.',
    where: 'audio',
    site: 'gazette',
    main: (isBroken) => `<h2>Listen: the shepherd of Howtown</h2>
<figure class="wp-block-audio" style="margin:0"><audio style="max-width:100%" controls preload="metadata" src="/wp-content/uploads/howtown-shepherd.wav" aria-label="Interview with the shepherd of Howtown"></audio><figcaption>Ann Birkett was interviewed in March at her farm.</figcaption></figure>
${isBroken ? '' : '<h3>Transcript of the interview</h3><p><strong>Gazette:</strong> How early did the first lamb come?</p><p><strong>Ann Birkett:</strong> On the second of March, in the snow. I carried it down inside my coat.</p>'}`,
  },
  {
    id: 'required-fields-red-only-xvi',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'Required fields are known by the red colour of their labels alone.',
    where: '.lazim',
    site: 'riwaq',
    head: () =>
      `${roomy}<style>.lazim{color:#8c1010}.lazim,.ikhtiyari{font-weight:400}#content .haql{margin:.8rem 0}</style>`,
    main: (isBroken) => {
      const mark = isBroken ? '' : ' (إلزامي)'
      return `<h2>طلب نسخة</h2><form action="/talab" method="post"><p>${isBroken ? 'الحقول ذات العناوين الحمراء إلزامية.' : 'الحقول الإلزامية مكتوب بجانبها «إلزامي».'}</p>
<p class="haql"><label class="lazim" for="ism">اسمك الكامل${mark}</label><br><input id="ism" name="ism" type="text" autocomplete="name"></p>
<p class="haql"><label class="lazim" for="barid">بريدك الإلكتروني${mark}</label><br><input id="barid" name="barid" type="email" autocomplete="email"></p>
<p class="haql"><label class="ikhtiyari" for="mulahaza">ملاحظة إلى المكتبة</label><br><input id="mulahaza" name="mulahaza" type="text"></p>
<p><button type="submit">أرسل الطلب</button></p></form>`
    },
  },
  {
    id: 'gray-400-on-white-xvi',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'The due dates are light grey on white.',
    where: '.due-date',
    site: 'ledger',
    head: (isBroken) =>
      `<style>.stat{background:#fff;border:1px solid #6b7280;border-radius:8px;padding:.9rem;margin:.6rem 0}.due-date{font-size:.875rem;margin:0;color:${isBroken ? '#9ca3af' : '#374151'}}</style>`,
    main: () =>
      '<h2>To be paid</h2><div class="stat"><p><strong>Alder Timber, £1,440</strong></p><p class="due-date">Due on 12 June, thirty days after delivery</p></div><div class="stat"><p><strong>Birch Haulage, £372</strong></p><p class="due-date">Due on 3 July, paid by direct debit</p></div>',
  },
  {
    id: 'hero-words-on-pale-photo-xvi',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'The white words of the banner stand on a pale picture.',
    where: '.banner__text',
    site: 'volt',
    head: (isBroken) =>
      `<style>.banner{background:#2a3a36 url("${drawn(shore)}") center/cover;padding:3rem 2rem;margin:0 0 1rem}.banner__text{color:#fff;font-size:1.1rem;margin:0;max-width:24rem${isBroken ? '' : ';background:#121212;padding:.6rem 1rem'}}</style>`,
    main: () =>
      '<div class="banner"><p class="banner__text">Rainwear for the long way home. Mended free of charge for as long as you carry it.</p></div>',
  },
  {
    id: 'tarifas-sin-doblar-xvi',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'Three cards stay side by side in a narrow window, so that the page is scrolled sideways to read them.',
    where: '.tarifas',
    site: 'clinica',
    head: (isBroken) =>
      `<style>.tarifas{display:flex;flex-wrap:${isBroken ? 'nowrap' : 'wrap'};gap:14px}.tarifa{flex:1 0 ${isBroken ? '270px' : '200px'};background:#f2f8f8;padding:12px 16px;box-sizing:border-box}</style>`,
    main: () =>
      '<h2>Aparcamiento del hospital</h2><div class="tarifas"><div class="tarifa"><h3>Visita corta</h3><p>La primera media hora no se paga, tampoco en festivos.</p></div><div class="tarifa"><h3>Día entero</h3><p>Seis euros, con el sello de la planta que visita.</p></div><div class="tarifa"><h3>Ingreso</h3><p>Quien acompaña a un paciente ingresado paga la mitad.</p></div></div>',
  },
  {
    id: 'text-field-hairline-edge-xvi',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'The edge of the text field is a pale line that hardly stands out from the white around it.',
    where: '#project-name',
    site: 'panel',
    head: (isBroken) =>
      `${roomy}<style>#project-name{border:1px solid ${isBroken ? '#dfe3e8' : '#5f6b78'};background:#fff;border-radius:4px}</style>`,
    main: () =>
      '<div class="MuiPaper-root"><h2>Rename the project</h2><form action="/p/rename"><p><label for="project-name">Project name</label><br><input id="project-name" name="name" type="text" class="MuiInputBase-input"></p><p><button type="submit" class="MuiButton-root">Rename</button></p></form></div>',
  },
  {
    id: 'tooltip-gone-when-pointed-at-xvi',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'The tooltip vanishes as soon as the pointer leaves the button for the tooltip.',
    where: '#care-tip',
    site: 'volt',
    head: () =>
      `${roomy}<style>.tip-wrap{position:relative;display:inline-block}.tip{position:absolute;left:0;top:100%;z-index:3;width:16rem;background:#121212;color:#fff;padding:.6rem .8rem}.tip[hidden]{display:none}</style>`,
    main: (isBroken) => `<h2>Waxed canvas</h2><p>Each pack is waxed twice before it leaves the workshop.</p>
<p><span class="tip-wrap"><button type="button" id="care" class="button" aria-describedby="care-tip">Care</button><span class="tip" id="care-tip" role="tooltip" hidden>Wipe it with a cold cloth. Soap takes the wax out of the canvas, and hot water does too.</span></span></p>
<p>Wax it again when water no longer forms drops on it, usually after two winters.</p>
<script>
{const button = document.getElementById('care')
const tip = document.getElementById('care-tip')
const over = ${isBroken ? 'button' : 'button.parentElement'}
const show = () => { tip.hidden = false }
const hide = () => { tip.hidden = true }
over.addEventListener('mouseenter', show)
over.addEventListener('mouseleave', () => { if (document.activeElement !== button) hide() })
button.addEventListener('focus', show)
button.addEventListener('blur', hide)
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide() })}
</script>`,
  },
  {
    id: 'popover-not-dismissed-by-escape-xvi',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'What appears on hover and focus covers the paragraph below it and cannot be dismissed without moving away.',
    where: '#quota-note',
    site: 'manual',
    head: () =>
      `${roomy}<style>.note-wrap{position:relative;display:inline-block}.note{position:absolute;left:0;top:100%;z-index:3;width:17rem;padding:.7rem;background:#e6edf3;color:#0d1117}.note[hidden]{display:none}</style>`,
    main: (isBroken) => `<h2>Limits of the client</h2>
<p><span class="note-wrap"><button type="button" id="quota" aria-describedby="quota-note">Quota</button><span class="note" id="quota-note" role="tooltip" hidden>Six hundred calls a minute for each key. Calls over the quota wait in a queue for ten seconds and fail then.</span></span></p>
<p>The client counts its calls itself and slows down before the limit is reached, so most programs never wait.</p>
<script>
{const button = document.getElementById('quota')
const note = document.getElementById('quota-note')
const show = () => { note.hidden = false }
const hide = () => { note.hidden = true }
button.parentElement.addEventListener('mouseenter', show)
button.parentElement.addEventListener('mouseleave', () => { if (document.activeElement !== button) hide() })
button.addEventListener('focus', show)
button.addEventListener('blur', hide)
${isBroken ? '' : "document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide() })"}}
</script>`,
  },
  {
    id: 'sizes-open-on-hover-only-xvi',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'The sizes are opened by moving the mouse over the words and by no key.',
    where: '#sizes',
    site: 'volt',
    head: () =>
      `${roomy}<style>.sizes{display:inline-block}.sizes__panel{border:1px solid #5c5c5c;padding:.6rem 1rem}.sizes__panel[hidden]{display:none}.sizes__trigger{display:inline-flex;align-items:center;min-height:44px;font-weight:700}</style>`,
    main: (isBroken) => `<h2>Rain shell</h2>
<div class="sizes" id="sizes">${isBroken ? '<span class="sizes__trigger">Measurements ▾</span>' : '<button type="button" class="sizes__trigger" aria-expanded="false" aria-controls="sizes-panel">Measurements ▾</button>'}
<div class="sizes__panel" id="sizes-panel" hidden><p>Small: chest 38 inches. Medium: chest 41 inches. Large: chest 44 inches.</p></div></div>
<script>
{const box = document.getElementById('sizes')
const panel = document.getElementById('sizes-panel')
${
  isBroken
    ? `box.addEventListener('mouseenter', () => { panel.hidden = false })
box.addEventListener('mouseleave', () => { panel.hidden = true })`
    : `box.querySelector('button').addEventListener('click', (event) => {
  panel.hidden = !panel.hidden
  event.currentTarget.setAttribute('aria-expanded', String(!panel.hidden))
})`
}}
</script>`,
  },
  {
    id: 'editor-keeps-tab-xvi',
    technique: 'F10',
    criterion: '2.1.2',
    wrong: 'The code editor takes every Tab for itself, so that the keyboard cannot leave it.',
    where: '#snippet',
    site: 'manual',
    head: () =>
      `${roomy}<style>#snippet{box-sizing:border-box;width:100%;max-width:34rem;min-height:7rem;font-family:ui-monospace,monospace}</style>`,
    main: (isBroken) => `<h2>Try it</h2><p><label for="snippet">Your program</label></p>
<textarea id="snippet" rows="4" spellcheck="false">const client = connect()</textarea>
<p><button type="button" id="run">Run the program</button> <span id="run-out" role="status"></span></p>
<script>
{const area = document.getElementById('snippet')
${
  isBroken
    ? `area.addEventListener('keydown', (event) => {
  if (event.key !== 'Tab') return
  event.preventDefault()
  if (!event.shiftKey) area.setRangeText('  ', area.selectionStart, area.selectionEnd, 'end')
})`
    : ''
}
document.getElementById('run').addEventListener('click', () => { document.getElementById('run-out').textContent = 'Connected.' })}
</script>`,
  },
  {
    id: 'breaking-label-blinks-xvi',
    technique: 'F4',
    criterion: '2.2.2',
    wrong: 'The words “Flood warning” blink without end and cannot be stopped.',
    where: '.breaking',
    site: 'gazette',
    head: (isBroken) =>
      `<style>@keyframes breaking{50%{opacity:0}}.breaking{font-weight:700;color:#7a1f1f${isBroken ? ';animation:breaking 1.2s steps(1) infinite' : ''}}</style>`,
    main: () =>
      '<p><strong class="breaking">Flood warning</strong> The Eamont stands a hand below the bridge at Pooley. The road to Howtown is closed until the morning.</p>',
  },
  {
    id: 'kampagne-blitzer-xvi',
    technique: 'criterion',
    criterion: '2.3.1',
    wrong: 'A large box changes between white and black five times a second.',
    where: '.kampagne',
    site: 'kommune',
    head: either(
      '<style>@keyframes glimt{0%,49%{background:#fff;color:#111}50%,100%{background:#111;color:#fff}}.kampagne{padding:8rem 2rem;border:1px solid #111;animation:glimt .2s infinite}</style>',
      '<style>.kampagne{padding:8rem 2rem;border:1px solid #111;background:#111;color:#fff}</style>',
    ),
    main: () => '<div class="kampagne"><p>Husk at stemme den 18. november. Valgstederne åbner klokken otte.</p></div>',
  },
  {
    id: 'kaart-vliegt-binnen-xvi',
    technique: 'criterion',
    criterion: '2.3.3',
    wrong: 'When pressed, the panel flies and turns across the window also for people who asked for less motion.',
    where: '#bestek',
    site: 'werf',
    head: (isBroken) =>
      `${roomy}<style>#bestek{border:2px solid #0b4a86;padding:1rem;visibility:hidden;transform:translateX(-70vw) rotate(-40deg) scale(.3);transition:transform 1.2s}#bestek.open{visibility:visible;transform:none}.rail{overflow:hidden}${isBroken ? '' : '@media (prefers-reduced-motion:reduce){#bestek{transition:none;transform:none}}'}</style>`,
    main: () => `<h2>Het bestek</h2><p><button type="button" id="toon" aria-expanded="false" aria-controls="bestek">Toon het bestek</button></p>
<div class="rail"><div id="bestek"><p>Romp van eiken, dek van grenen, twee masten. De klinknagels worden met de hand geslagen.</p></div></div>
<script>
document.getElementById('toon').addEventListener('click', (event) => {
  event.currentTarget.setAttribute('aria-expanded', String(document.getElementById('bestek').classList.toggle('open')))
})
</script>`,
  },
  {
    id: 'hier-und-hier-xvi',
    technique: 'F63',
    criterion: '2.4.4',
    wrong: 'Three links are called “hier”, and nothing around them says which leads where.',
    where: '.anleitungen a',
    site: 'moebel',
    main: either(
      '<h2 class="text-lg">Anleitungen</h2><p class="anleitungen">Unsere Anleitungen zum Aufbauen und Pflegen gibt es <a href="/pdf/a17">hier</a>, <a href="/pdf/b04">hier</a> und <a href="/pdf/c22">hier</a>.</p>',
      '<h2 class="text-lg">Anleitungen</h2><p class="anleitungen">Unsere Anleitungen zum Aufbauen und Pflegen: <a href="/pdf/a17">das Regal Lindau aufbauen</a>, <a href="/pdf/b04">den Tisch Insel ölen</a> und <a href="/pdf/c22">Leder reinigen</a>.</p>',
    ),
  },
  {
    id: 'apartado-uno-dos-tres-xvi',
    technique: 'criterion',
    criterion: '2.4.6',
    wrong: 'The headings are numbers alone and say nothing of what is beneath them.',
    where: '.apartado h2',
    site: 'clinica',
    main: (isBroken) => {
      const part = (at: number, name: string, text: string) =>
        `<div class="apartado"><h2>${isBroken ? `Apartado ${at}` : name}</h2><p>${text}</p></div>`
      return `${part(1, 'Antes de la operación', 'No coma ni beba nada desde la medianoche y deje las joyas en casa.')}${part(2, 'El día de la operación', 'Preséntese en la segunda planta una hora antes con su tarjeta sanitaria.')}${part(3, 'Vuelta a casa', 'Alguien debe acompañarle; no conduzca hasta pasados dos días.')}`
    },
  },
  {
    id: 'lire-la-suite-trois-fois-xvi',
    technique: 'F84',
    criterion: '2.4.9',
    wrong:
      'Links to three articles are all called “Lire la suite”, so that by themselves they do not say where they lead.',
    where: '.suite',
    site: 'journal',
    main: (isBroken) => {
      const item = (text: string, path: string, name: string) =>
        `<p>${text} <a class="suite" href="${path}">${isBroken ? 'Lire la suite' : name}</a></p>`
      return `<h2>En bref</h2>${item('La patinoire reste ouverte jusqu’à Pâques.', '/bref/patinoire', 'Lire l’article sur la patinoire')}${item('Deux chamois ont été vus près de la gare.', '/bref/chamois', 'Lire l’article sur les chamois')}${item('Le marché se tient désormais le vendredi.', '/bref/marche', 'Lire l’article sur le marché')}`
    },
  },
  {
    id: 'long-guide-no-headings-xvi',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'A long guide goes through four subjects that are set apart by lines alone, without headings.',
    where: '.guide',
    site: 'library',
    main: (isBroken) => {
      const part = (name: string, first: string, second: string) =>
        `${isBroken ? '<hr>' : `<h2>${name}</h2>`}<p>${first}</p><p>${second}</p>`
      return `<div class="guide">${part('Borrowing', 'Members may keep twelve books at a time for three weeks, and may renew them twice unless somebody else is waiting.', 'Bring your card to the desk on the ground floor or use the machine next to the stairs.')}${part('Reserving', 'A book that is out can be reserved at the desk or by telephone, and we write to you when it comes back.', 'It is kept behind the desk for eight days under your surname.')}${part('Computers', 'Eight computers stand on the first floor, and each can be used for an hour at a time.', 'Printing costs ten pence a page, which is paid at the desk in coins.')}${part('Rooms', 'Two rooms can be hired by groups in the evening, with chairs for twenty and for forty.', 'Ask for the keys at least a week before, and leave the chairs as you found them.')}</div>`
    },
  },
  {
    id: 'scorri-con-il-dito-xvi',
    technique: 'F105',
    criterion: '2.5.1',
    wrong: 'With a pointer the works are changed by swiping alone; there is nothing to press.',
    where: '#opere',
    site: 'museo',
    head: () =>
      `${roomy}<style>#opere{border:1px solid #6b5a4d;padding:1.5rem;touch-action:pan-y;user-select:none}</style>`,
    main: (
      isBroken,
    ) => `<h2 id="opere-h">Le opere del mese</h2><p id="opere-aiuto">Scorri con il dito, o usa le frecce della tastiera, per vedere le altre opere.</p>
<div id="opere" role="group" tabindex="0" aria-labelledby="opere-h" aria-describedby="opere-aiuto"><p aria-live="polite" id="opera">Piatto con melograni, Faenza, 1540.</p></div>
${isBroken ? '' : '<p><button type="button" data-passo="-1">Opera precedente</button> <button type="button" data-passo="1">Opera successiva</button></p>'}
<script>
{const opere = ['Piatto con melograni, Faenza, 1540.', 'Brocca a becco, Deruta, 1610.', 'Albarello da farmacia, Urbino, 1580.']
const box = document.getElementById('opere')
let at = 0
let from = 0
const go = (by) => { at = (at + by + opere.length) % opere.length; document.getElementById('opera').textContent = opere[at] }
box.addEventListener('pointerdown', (event) => { from = event.clientX })
box.addEventListener('pointerup', (event) => { if (Math.abs(event.clientX - from) > 40) go(event.clientX < from ? 1 : -1) })
box.addEventListener('keydown', (event) => { if (event.key === 'ArrowRight') go(1); if (event.key === 'ArrowLeft') go(-1) })
for (const button of document.querySelectorAll('[data-passo]')) button.addEventListener('click', () => go(Number(button.dataset.passo)))}
</script>`,
  },
  {
    id: 'anular-al-apretar-xvi',
    technique: 'F101',
    criterion: '2.5.2',
    wrong: 'The appointment is cancelled as soon as the button is pressed down, before it is let go.',
    where: '#anular',
    site: 'clinica',
    head: () => roomy,
    main: (
      isBroken,
    ) => `<h2>Su cita</h2><p id="cita" role="status">Martes 4 de junio a las 10.20, consulta 7.</p><p><button type="button" id="anular">Anular la cita</button></p>
<script>
{const anular = document.getElementById('anular')
const hecho = () => { document.getElementById('cita').textContent = 'La cita del 4 de junio está anulada.' }
${isBroken ? "anular.addEventListener('pointerdown', hecho)\nanular.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') hecho() })" : "anular.addEventListener('click', hecho)"}}
</script>`,
  },
  {
    id: 'synligt-ord-ikke-i-navnet-xvi',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'The button says “Søg”, but its name is another one that does not contain the word.',
    where: '#soeg-knap',
    site: 'kommune',
    head: () => roomy,
    main: (isBroken) =>
      `<h2>Find et skema</h2><form role="search" aria-label="Skemaer" action="/skemaer"><p><label for="soeg">Hvad skal du bruge?</label><br><input class="form-control" id="soeg" name="q" type="search"> <button class="btn" id="soeg-knap" type="submit" aria-label="${isBroken ? 'Hent resultater' : 'Søg efter skemaer'}">Søg</button></p></form>`,
  },
  {
    id: 'shake-for-another-letter-xvi',
    technique: 'F106',
    criterion: '2.5.4',
    wrong: 'Another letter is shown by shaking the telephone alone, and the shaking cannot be turned off.',
    where: '#letter',
    site: 'gazette',
    head: () =>
      `${roomy}<style>.check{display:flex;align-items:center;gap:.5rem;min-height:44px}.check input{width:44px;height:44px;margin:0}</style>`,
    main: (
      isBroken,
    ) => `<h2>Letters of this week</h2><p>Shake your telephone for another letter.</p><blockquote id="letter" aria-live="polite">The bench by the ford should face the water.</blockquote>
${isBroken ? '' : '<p><button type="button" id="another">Another letter</button></p><p class="check"><input type="checkbox" id="shaking" checked><label for="shaking">Answer to shaking</label></p>'}
<script>
{const letters = ['The bench by the ford should face the water.', 'Thank you to whoever returned my dog.', 'We want the bus on Sundays again.']
let at = 0
const next = () => { at = (at + 1) % letters.length; document.getElementById('letter').textContent = letters[at] }
addEventListener('devicemotion', ({ acceleration }) => {
  ${isBroken ? '' : "if (!document.getElementById('shaking').checked) return"}
  if (acceleration && Math.abs(acceleration.x) > 14) next()
})
${isBroken ? '' : "document.getElementById('another').addEventListener('click', next)"}}
</script>`,
  },
  {
    id: 'slider-dragged-only-xvi',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'With a pointer the slider is moved by dragging alone: a click on its rail does nothing.',
    where: '#memory',
    site: 'panel',
    head: () =>
      '<style>.rail{position:relative;width:240px;max-width:100%;height:44px;margin:.5rem 0}.rail::before{content:"";position:absolute;left:0;right:0;top:19px;height:6px;background:#5f6b78}#memory{position:absolute;top:0;left:0;width:44px;height:44px;border-radius:50%;background:#124e8c;touch-action:none}</style>',
    main: (isBroken) => `<h2>Size of the machine</h2><p id="memory-l">Memory: <span id="memory-v">1 GB</span></p>
<div class="rail"><div id="memory" role="slider" tabindex="0" aria-label="Memory" aria-valuemin="1" aria-valuemax="8" aria-valuenow="1" aria-valuetext="1 GB"></div></div>
<script>
{const thumb = document.getElementById('memory')
const rail = thumb.parentElement
const set = (value) => {
  const now = Math.max(1, Math.min(8, Math.round(value)))
  thumb.setAttribute('aria-valuenow', now)
  thumb.setAttribute('aria-valuetext', now + ' GB')
  thumb.style.left = ((now - 1) / 7) * (rail.clientWidth - 44) + 'px'
  document.getElementById('memory-v').textContent = now + ' GB'
}
const at = (event) => 1 + ((event.clientX - rail.getBoundingClientRect().left - 22) / (rail.clientWidth - 44)) * 7
thumb.addEventListener('pointerdown', (event) => thumb.setPointerCapture(event.pointerId))
thumb.addEventListener('pointermove', (event) => { if (thumb.hasPointerCapture(event.pointerId)) set(at(event)) })
${isBroken ? '' : "rail.addEventListener('click', (event) => { if (event.target === rail) set(at(event)) })"}
thumb.addEventListener('keydown', ({ key }) => {
  const now = Number(thumb.getAttribute('aria-valuenow'))
  if (key === 'ArrowRight' || key === 'ArrowUp') set(now + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') set(now - 1)
  if (key === 'Home') set(1)
  if (key === 'End') set(8)
})}
</script>`,
  },
  {
    id: 'male-numery-stron-xvi',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'The numbers of the pages are 17 pixels wide and high and stand close to each other.',
    where: '.strony a',
    site: 'kolej',
    head: (isBroken) => {
      const size = isBroken ? 17 : 44
      return `<style>.strony ol{display:flex;gap:${isBroken ? 1 : 8}px;list-style:none;margin:0;padding:0}.strony li{padding:0;margin:0}.strony a{display:flex;align-items:center;justify-content:center;width:${size}px;height:${size}px;${isBroken ? 'font-size:13px;line-height:17px' : ''}}</style>`
    },
    main: () => {
      const page = (at: number) => `<li><a href="/utrudnienia/${at}" aria-label="Strona ${at}">${at}</a></li>`
      return `<h2>Utrudnienia na trasach</h2><p>Między Chabówką a Rabką pociągi jadą wolniej z powodu robót.</p><nav class="strony" aria-label="Strony z utrudnieniami"><ol>${[1, 2, 3, 4].map(page).join('')}</ol></nav>`
    },
  },
  {
    id: 'welcome-in-german-unmarked-xvi',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'A paragraph in German stands in the English page without a lang attribute.',
    where: '.willkommen',
    site: 'library',
    main: (isBroken) =>
      `<h2>Books in other languages</h2><p>We keep novels in nine languages on the first floor, and this is what our reading group wrote for new neighbours.</p><p class="willkommen"${isBroken ? '' : ' lang="de"'}>Herzlich willkommen in unserer Bücherei! Die deutschen Bücher stehen im ersten Stock neben der Treppe. Jeden Mittwoch lesen wir gemeinsam und trinken Kaffee.</p>`,
  },
  {
    id: 'borde-rojo-sin-mensaje-xvi',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'A field that was left empty gets a red border alone; no text says which field is wrong and why.',
    where: '#tarjeta',
    site: 'clinica',
    head: () =>
      `${roomy}<style>.is-invalid{border:3px solid #9b1c1c}.aviso{color:#8c1010;font-weight:700;margin:4px 0 0}</style>`,
    main: (
      isBroken,
    ) => `<h2>Pedir cita</h2><form id="pedir" action="/cita" novalidate><p><label for="tarjeta">Número de su tarjeta sanitaria (obligatorio)</label><br><input id="tarjeta" name="tarjeta" type="text" required></p>${isBroken ? '' : '<p class="aviso" id="tarjeta-aviso" role="alert"></p>'}<p><button type="submit">Continuar</button></p></form>
<script>
document.getElementById('pedir').addEventListener('submit', (event) => {
  const tarjeta = document.getElementById('tarjeta')
  if (tarjeta.value.trim() !== '') return
  event.preventDefault()
  tarjeta.classList.add('is-invalid')
  ${
    isBroken
      ? ''
      : `tarjeta.setAttribute('aria-invalid', 'true')
  tarjeta.setAttribute('aria-describedby', 'tarjeta-aviso')
  document.getElementById('tarjeta-aviso').textContent = 'Error: falta el número de la tarjeta sanitaria.'`
  }
})
</script>`,
  },
  {
    id: 'payment-sent-unchecked-xvi',
    technique: 'criterion',
    criterion: '3.3.4',
    wrong: 'A payment that cannot be taken back is sent with one press, without a step to check or to confirm it.',
    where: '#pay',
    site: 'ledger',
    head: () =>
      `${roomy}<style>.check{display:flex;align-items:center;gap:.6rem;min-height:44px}.check input{flex:none;width:44px;height:44px;margin:0}</style>`,
    main: (isBroken) => `<h2>Pay a supplier</h2><form id="pay" action="/app/payments" method="post">
<p><label for="payee">Account number of the supplier</label><br><input id="payee" name="payee" type="text" inputmode="numeric" required></p>
<p><label for="amount">Amount in pounds</label><br><input id="amount" name="amount" type="text" inputmode="decimal" required></p>
<p>Payments leave the account at once and cannot be taken back.</p>
${isBroken ? '' : '<p class="check"><input type="checkbox" id="checked" name="checked" required><label for="checked">I have checked the account number and the amount</label></p>'}
<p><button type="submit">Send the payment</button></p></form>`,
  },
  {
    id: 'wybor-otwiera-okno-xvi',
    technique: 'F37',
    criterion: '3.2.2',
    wrong: 'Choosing a radio button opens another window, and nothing says so before.',
    where: '.taryfa input',
    site: 'kolej',
    head: () =>
      `${roomy}<style>.taryfa{border:0;margin:0;padding:0}.taryfa div{display:flex;align-items:center;gap:.6rem;min-height:44px}.taryfa input{width:44px;height:44px;margin:0}</style>`,
    main: (
      isBroken,
    ) => `<h2>Taryfy</h2><form id="taryfy"><fieldset class="taryfa"><legend>Którą taryfę chcesz zobaczyć?</legend><div><input type="radio" name="taryfa" id="t-norm" value="normalna"><label for="t-norm">Normalna</label></div><div><input type="radio" name="taryfa" id="t-ulg" value="ulgowa"><label for="t-ulg">Ulgowa</label></div></fieldset>${isBroken ? '' : '<p><button type="submit">Pokaż taryfę (otwiera nowe okno)</button></p>'}</form>
<script>
{const taryfy = document.getElementById('taryfy')
const pokaz = () => window.open('/taryfy/' + new FormData(taryfy).get('taryfa'), '_blank')
${isBroken ? "taryfy.addEventListener('change', pokaz)" : "taryfy.addEventListener('submit', (event) => { event.preventDefault(); pokaz() })"}}
</script>`,
  },
  {
    id: 'something-is-wrong-summary-xvi',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'After sending, a box says that there is a problem, but not which of the two fields it is about.',
    where: '#summary',
    site: 'council',
    head: () => `${roomy}<style>#summary{border:5px solid #8c1010;padding:15px}#summary[hidden]{display:none}</style>`,
    main: (isBroken) => `<h2>Report a street light</h2><div id="summary" role="alert" tabindex="-1" hidden></div>
<form id="light" action="/report/light" novalidate><p><label for="street">Street</label><br><input id="street" name="street" type="text" required></p><p><label for="lamp">Number on the lamp post</label><br><input id="lamp" name="lamp" type="text" required></p><p><button type="submit">Continue</button></p></form>
<script>
document.getElementById('light').addEventListener('submit', (event) => {
  const fields = [['street', 'Enter the street'], ['lamp', 'Enter the number on the lamp post']]
  const empty = fields.filter(([id]) => document.getElementById(id).value.trim() === '')
  if (empty.length === 0) return
  event.preventDefault()
  const summary = document.getElementById('summary')
  summary.hidden = false
  summary.innerHTML = ${isBroken ? "'<p>There is a problem with the form.</p>'" : "'<p>There is a problem with the form.</p><ul>' + empty.map(([id, text]) => '<li><a href=\"#' + id + '\">' + text + '</a></li>').join('') + '</ul>'"}
  ${isBroken ? '' : "for (const [id] of empty) document.getElementById(id).setAttribute('aria-invalid', 'true')"}
  summary.focus()
})
</script>`,
  },
  {
    id: 'aufgeklappt-nicht-gesagt-xvi',
    technique: 'F79',
    criterion: '4.1.2',
    wrong: 'The button of the accordion says that it is collapsed also when its part is open.',
    where: '#pflege',
    site: 'moebel',
    head: () => `${roomy}<style>#pflege{width:100%;text-align:left}#pflege-text[hidden]{display:none}</style>`,
    main: (
      isBroken,
    ) => `<h2 class="text-lg"><button type="button" id="pflege" aria-expanded="false" aria-controls="pflege-text">Wie pflege ich geöltes Holz?</button></h2><div id="pflege-text" class="p-4" hidden><p>Wischen Sie es feucht ab und ölen Sie es zweimal im Jahr nach.</p></div>
<script>
document.getElementById('pflege').addEventListener('click', (event) => {
  const text = document.getElementById('pflege-text')
  text.hidden = !text.hidden
  ${isBroken ? '' : "event.currentTarget.setAttribute('aria-expanded', String(!text.hidden))"}
})
</script>`,
  },
  {
    id: 'dos-menus-mismo-nombre-xvi',
    technique: 'practice',
    criterion: null,
    wrong:
      'Two different navigations of the page have the same name, so that they cannot be told apart in a list of landmarks.',
    where: '.indice',
    about: /landmark|navigation|duplicate|unique/,
    site: 'clinica',
    head: () => tall,
    main: (isBroken) =>
      `<nav class="indice" aria-label="${isBroken ? 'Enlaces' : 'Enlaces para pacientes'}"><ul class="tall"><li><a href="/pacientes/ingreso">Preparar el ingreso</a></li><li><a href="/pacientes/visitas">Horario de visitas</a></li></ul></nav><p>El hospital atiende a los quince pueblos de la sierra.</p><nav class="indice" aria-label="${isBroken ? 'Enlaces' : 'Enlaces para profesionales'}"><ul class="tall"><li><a href="/profesionales/guardias">Turnos de guardia</a></li><li><a href="/profesionales/formacion">Cursos de formación</a></li></ul></nav>`,
  },
  {
    id: 'contents-link-leads-nowhere-xvi',
    technique: 'practice',
    criterion: null,
    wrong: 'A link of the table of contents points to a part of the page that does not exist.',
    where: '.toc a[href="#retries"]',
    about: /anchor|fragment|target|in-page|dead|broken|link/,
    site: 'manual',
    head: () => tall,
    main: either(
      '<h2>On this page</h2><ul class="toc tall"><li><a href="#connect">Connecting</a></li><li><a href="#retries">Trying again</a></li></ul><h2 id="connect">Connecting</h2><p>A client connects once and keeps its connection.</p><h2 id="retry-policy">Trying again</h2><p>A call that failed is tried again three times.</p>',
      '<h2>On this page</h2><ul class="toc tall"><li><a href="#connect">Connecting</a></li><li><a href="#retries">Trying again</a></li></ul><h2 id="connect">Connecting</h2><p>A client connects once and keeps its connection.</p><h2 id="retries">Trying again</h2><p>A call that failed is tried again three times.</p>',
    ),
  },
]
