/** Planted failures of what is seen and heard: colour, contrast, size, spacing, sound, film and movement (1.2, 1.4, 2.2.2, 2.3). */
import { either, type Plant } from '#bench/planted/plant'

const contrast = /contrast/
const moving = /mov|blink|flash|animat|scroll|marquee|chang|carousel|gif/
const media = /video|audio|caption|transcript|media|sound|autoplay|track/

export const looks: readonly Plant[] = [
  {
    id: 'film-captions-leave-out',
    technique: 'F8',
    criterion: '1.2.2',
    wrong: 'captions leave out what is said',
    where: 'video',
    about: media,
    site: 'library',
    main: (is) =>
      `<h2>The evening on film</h2><video controls width="320" src="/media/evening.webm"><track kind="captions" srclang="en" label="English" src="/media/${is ? 'music-alone.vtt' : 'evening.vtt'}" default>${is ? '' : '<track kind="descriptions" srclang="en" label="What is shown" src="/media/evening-shown.vtt">'}</video>`,
  },
  {
    id: 'film-without-captions',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'a film with sound has no captions',
    where: 'video',
    about: media,
    site: 'council',
    main: (is) =>
      `<h2>How the vote is counted</h2><video controls width="320" src="/media/count.webm">${is ? '' : '<track kind="captions" srclang="en" label="English" src="/media/count.vtt" default><track kind="descriptions" srclang="en" label="What is shown" src="/media/count-shown.vtt">'}</video>`,
  },
  {
    id: 'film-alternative-not-named',
    technique: 'F74',
    criterion: '1.2.2',
    wrong: 'a film that repeats a text is not called its alternative',
    where: 'video',
    about: media,
    site: 'manual',
    main: (is) =>
      `<h2>Retries in three minutes</h2><p>The client waits a second, then two, then four, and then says what went wrong.</p>${is ? '' : '<p>The film below shows the same as this text, for those who like to watch it; it says nothing more.</p>'}<video controls width="320" src="/media/retries.webm">${is ? '' : '<track kind="captions" srclang="en" label="English" src="/media/r.vtt" default>'}</video>`,
  },
  {
    id: 'recording-without-text',
    technique: 'criterion',
    criterion: '1.2.1',
    wrong: 'a recording has no transcript',
    where: 'audio',
    about: media,
    site: 'clinica',
    main: (is) =>
      `<h2>Consejos para dormir</h2><audio controls src="/media/consejos.wav"></audio>${is ? '' : '<details><summary>Transcripción de la grabación</summary><p>Apague la pantalla una hora antes, baje la luz y lea unas páginas de un libro tranquilo.</p></details>'}`,
  },
  {
    id: 'film-not-described',
    technique: 'criterion',
    criterion: '1.2.5',
    wrong: 'a film has captions and no description of what is seen',
    where: 'video',
    about: media,
    site: 'museo',
    main: (is) =>
      `<h2>Nella fornace</h2><video controls width="320" src="/media/fornace.webm"><track kind="captions" srclang="it" label="Italiano" src="/media/fornace.vtt" default>${is ? '' : '<track kind="descriptions" srclang="it" label="Descrizione" src="/media/fornace-d.vtt">'}</video>`,
  },
  {
    id: 'sound-by-itself',
    technique: 'F23',
    criterion: '1.4.2',
    wrong: 'sound plays for longer than three seconds and cannot be stopped',
    where: 'audio',
    about: media,
    site: 'kolej',
    main: (is) =>
      `<audio src="/media/melodia.wav"${is ? ' autoplay loop' : ''}></audio><p>Na dworcu w Krynicy gra zegar z pozytywką.</p>`,
  },
  {
    id: 'sound-by-script',
    technique: 'F93',
    criterion: '1.4.2',
    wrong: 'a film with sound begins by itself and has no controls',
    where: 'video',
    about: media,
    site: 'moebel',
    main: (is) =>
      `<video width="320" src="/media/werkstatt.webm" ${is ? 'autoplay loop' : 'controls'}><track kind="captions" srclang="de" label="Deutsch" src="/media/werkstatt.vtt" default><track kind="descriptions" srclang="de" label="Was zu sehen ist" src="/media/werkstatt-bild.vtt"></video>`,
  },
  {
    id: 'link-by-colour',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'links in a text differ by colour alone',
    where: '.inline-link',
    about: /link-in-text|colou?r|distinguish|visible/,
    site: 'journal',
    head: (is) => `<style>.inline-link{color:#5b2a6f;text-decoration:${is ? 'none' : 'underline'}}</style>`,
    main: () =>
      '<p>Le maire a répété hier que <a class="inline-link" href="/region/halle">les travaux de la halle</a> seraient finis avant l’été, et que le parking ouvrirait au printemps.</p>',
  },
  {
    id: 'link-like-text',
    technique: 'F73',
    criterion: '1.4.1',
    wrong: 'a link in a text looks just as the text does',
    where: '.hidden-link',
    about: /link-in-text|colou?r|distinguish|visible|link/,
    site: 'library',
    head: (is) =>
      is
        ? '<style>.hidden-link{color:inherit;text-decoration:none}</style>'
        : '<style>.hidden-link{color:inherit}</style>',
    main: () =>
      '<p>Everybody who lives in the city may borrow maps; the <a class="hidden-link" href="/rules">house rules of the library</a> say how long, and what a map costs that is lost.</p>',
  },
  {
    id: 'required-by-colour',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'required fields are marked by colour alone',
    where: '.must, .must ~ input, #surname',
    about: /required|colou?r/,
    site: 'council',
    head: () => '<style>.must{color:#b00020}</style>',
    main: (is) =>
      `<form action="/vote"><p>${is ? 'Fields in red must be filled in.' : 'Fields marked as required must be filled in.'}</p><p><label class="must" for="surname">Surname${is ? '' : ' (required)'}</label> <input id="surname" name="surname"${is ? '' : ' required'}></p><p><label for="middle">Middle name</label> <input id="middle" name="middle"></p><button>Register to vote</button></form>`,
  },
  {
    id: 'error-by-colour',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'a wrong field is shown by a red border alone',
    where: '#iban',
    about: /error|invalid|colou?r/,
    site: 'ledger',
    main: (is) =>
      `<form action="/pay"><p><label for="iban">Account number</label> <input id="iban" name="iban" class="is-invalid error" value="DE00 12"${is ? ' style="border:2px solid #c00;background:#fee"' : ' style="border:2px solid #c00;background:#fee" aria-invalid="true" aria-describedby="iban-e"'}>${is ? '' : '<br><span id="iban-e">Error: an account number has 22 characters, and this one has 6.</span>'}</p><button>Pay the supplier</button></form>`,
  },
  {
    id: 'status-by-colour',
    technique: 'criterion',
    criterion: '1.4.1',
    wrong: 'the text names a state by its colour',
    where: '.key',
    about: /colou?r|instruction|looks/,
    site: 'kolej',
    main: (is) =>
      `<p class="key">${is ? 'Pociągi zaznaczone na czerwono są odwołane.' : 'Pociągi ze słowem „odwołany” nie jadą.'}</p><ul><li style="color:#b00020">07:15 Krynica${is ? '' : ', odwołany'}</li><li>09:40 Muszyna</li></ul>`,
  },
  {
    id: 'grey-text',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'grey text on white has a contrast of 2.3',
    where: '.pale',
    about: contrast,
    site: 'moebel',
    cards: 24,
    main: (is) =>
      `<p class="pale" style="color:${is ? '#aaa' : '#595959'}">Alle Preise enthalten die Mehrwertsteuer und die Lieferung bis zur Haustür.</p>`,
  },
  {
    id: 'button-contrast',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'white text on an orange button has too little contrast',
    where: '.buy',
    about: contrast,
    site: 'museo',
    main: (is) =>
      `<p><button type="button" class="buy" style="background:${is ? '#ff9f1c' : '#6f3c00'};color:#fff">Compra il biglietto</button></p>`,
  },
  {
    id: 'dark-theme-contrast',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'dim text on a dark ground has too little contrast',
    where: '.hint',
    about: contrast,
    site: 'manual',
    main: (is) =>
      `<p class="hint" style="color:${is ? '#484f58' : '#b1bac4'}">The budget is shared by all calls of one client, and grows back by a tenth of itself each second.</p>`,
  },
  {
    id: 'placeholder-contrast',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the placeholder of a field has too little contrast',
    where: '#month',
    about: contrast,
    site: 'ledger',
    head: (is) => `<style>#month::placeholder{color:${is ? '#cbd5e1' : '#4b5563'};opacity:1}</style>`,
    main: () =>
      '<form action="/find"><label for="month">Month of the invoice</label> <input id="month" name="month" placeholder="for example March"> <button>Find invoices</button></form>',
  },
  {
    id: 'colour-without-ground',
    technique: 'F24',
    criterion: '1.4.3',
    wrong: 'the colour of the text is set and its ground is not',
    where: 'page, body, .notice',
    about: /contrast|background|colou?r/,
    site: 'library',
    head: (is) =>
      `<style>.notice{color:#1d2a24;${is ? '' : 'background-color:#fffdf7'}}body{${is ? 'background-color:transparent' : ''}}</style>`,
    main: () =>
      '<p class="notice">The lift is out of order until Friday; the staff will help with prams and chairs.</p>',
  },
  {
    id: 'text-on-photo',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'white text lies on a bright picture',
    where: '.hero-text, .hero',
    about: contrast,
    site: 'moebel',
    head: (is) =>
      `<style>.hero{background-image:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='600' height='200'%3E%3Crect width='600' height='200' fill='%23${is ? 'e8e2d0' : '33261a'}'/%3E%3Ccircle cx='300' cy='90' r='80' fill='%23${is ? 'f6f1e4' : '4a3826'}'/%3E%3C/svg%3E");background-size:cover;padding:40px}.hero-text{color:#fff;font-size:20px;margin:0}</style>`,
    main: () =>
      '<div class="hero"><p class="hero-text">Die neue Kollektion ist da, gebaut aus Eschenholz vom See.</p></div>',
  },
  {
    id: 'text-on-gradient',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'text lies on a gradient that ends too bright for it',
    where: '.wave',
    about: contrast,
    site: 'clinica',
    head: (is) =>
      `<style>.wave{background:linear-gradient(90deg,${is ? '#8fd3d9,#d9f3f5' : '#0b4f5c,#08404b'});color:#fff;padding:30px;font-size:18px}</style>`,
    main: () =>
      '<p class="wave">El hospital abre una nueva consulta para personas mayores a partir del mes que viene.</p>',
  },
  {
    id: 'text-on-picture-element',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'a caption lies over a photograph of many brightnesses',
    where: '.over, .over p',
    about: contrast,
    site: 'journal',
    head: (is) =>
      `<style>.over{position:relative;max-width:480px}.over img{width:100%;height:auto;display:block}.over p{position:absolute;left:10px;bottom:10px;margin:0;color:${is ? '#c9c9c9' : '#fff'};${is ? '' : 'background:#000;padding:4px'}}</style>`,
    main: () =>
      '<div class="over"><img src="/media/foule.jpg" width="480" height="220" alt="La foule devant la halle"><p>Samedi matin, à Saint-Aubin</p></div>',
  },
  {
    id: 'icon-contrast',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the icon that is all of a button is hardly seen',
    where: '.bell',
    about: contrast,
    site: 'ledger',
    main: (is) =>
      `<button type="button" class="bell" aria-label="Show the notices" style="background:none"><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><path d="M14 4a7 7 0 0 0-7 7v6l-2 3h18l-2-3v-6a7 7 0 0 0-7-7z" fill="${is ? '#dfe3e8' : '#374151'}"/></svg></button>`,
  },
  {
    id: 'field-border-contrast',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the border of a field is hardly seen',
    where: '#guests',
    about: contrast,
    site: 'museo',
    main: (is) =>
      `<form action="/gruppi"><label for="guests">Persone nel gruppo</label> <input id="guests" name="guests" style="border:1px solid ${is ? '#f3ead9' : '#6b5a4d'};background:#fffaf3"> <button>Prenota la visita</button></form>`,
  },
  {
    id: 'box-clips-large-text',
    technique: 'F69',
    criterion: '1.4.4',
    wrong: 'text is cut off when it is enlarged',
    where: '.fixed',
    about: /zoom|resize|clip|cut/,
    site: 'council',
    head: (is) =>
      `<style>.fixed{width:200px;${is ? 'height:44px;overflow:hidden' : 'min-height:44px'};border:1px solid #000;font-size:16px;line-height:20px}</style>`,
    main: () => '<p class="fixed">Permits are sent by post within ten working days.</p>',
  },
  {
    id: 'field-does-not-grow',
    technique: 'F80',
    criterion: '1.4.4',
    wrong: 'a field’s text is cut off when text is enlarged',
    where: '#note, .label-box',
    about: /zoom|resize|clip|cut|font/,
    site: 'ledger',
    head: (is) =>
      `<style>.label-box{font-size:14px;${is ? 'height:20px;width:90px;overflow:hidden;white-space:nowrap' : ''}}</style>`,
    main: () =>
      '<form action="/note"><p class="label-box"><label for="note">Note for the bank</label></p><input id="note" name="note" style="width:16em"> <button>Save the note</button></form>',
  },
  {
    id: 'text-in-viewport-units',
    technique: 'F94',
    criterion: '1.4.4',
    wrong: 'the size of text hangs on the window alone',
    where: '.vw',
    about: /viewport|vw|zoom|resize|font/,
    site: 'journal',
    head: (is) => `<style>.vw{font-size:${is ? '1.5vw' : '1.2rem'}}</style>`,
    main: () =>
      '<p class="vw">Le conseil municipal a voté hier soir le budget de la halle, après quatre heures de débat et trois suspensions de séance.</p>',
  },
  {
    id: 'zoom-forbidden',
    technique: 'criterion',
    criterion: '1.4.4',
    wrong: 'the page forbids to zoom',
    where: 'page',
    about: /viewport|zoom/,
    site: 'werf',
    head: (is) =>
      is
        ? '<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no">'
        : '<meta name="theme-color" content="#0b4a86">',
    main: () => '<p>De tekeningen van het schip zijn te groot voor een telefoon.</p>',
  },
  {
    id: 'justified',
    technique: 'F88',
    criterion: '1.4.8',
    wrong: 'text is justified at both margins',
    where: '.column',
    about: /justif|align/,
    site: 'journal',
    head: (is) => `<style>.column{max-width:24rem;text-align:${is ? 'justify' : 'start'}}</style>`,
    main: () =>
      '<div class="column"><p>Les habitants attendaient cette décision depuis trois ans et la mairie promet que les travaux seront finis avant l’été, si le temps le permet et si les pièces de charpente arrivent comme prévu.</p><p>Le chantier emploie soixante personnes de la région, dont douze apprentis qui ont appris ici à tailler les poutres à la main.</p></div>',
  },
  {
    id: 'content-gone-when-narrow',
    technique: 'F102',
    criterion: '1.4.10',
    wrong: 'on a narrow window content disappears and cannot be had',
    where: 'page',
    about: /reflow|narrow|disappear|zoom|gone/,
    site: 'council',
    head: (is) =>
      is
        ? '<style>@media (max-width:480px){.rates-box,.rates-box *{display:none}}</style>'
        : '<style>@media (max-width:480px){.rates-box{padding:0}}</style>',
    main: () =>
      '<div class="rates-box"><h2>What you pay this year</h2><p>Band A pays 1,150 and band D pays 1,725; people who live alone pay a quarter less.</p><p><a href="/band">Find your band</a></p></div>',
  },
  {
    id: 'sideways-scrolling',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'text must be scrolled sideways on a narrow window',
    where: 'page',
    about: /reflow|horizontal|wide|sideways/,
    site: 'museo',
    main: (is) =>
      `<div style="${is ? 'width:900px' : 'max-width:900px'}"><p>La visita comprende il cortile, la fornace e le stanze dove gli artigiani conservano le forme antiche, e finisce con una tazza di tè nel giardino dietro la bottega.</p></div>`,
  },
  {
    id: 'spacing-clips',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'text is cut when its spacing is widened',
    where: '.tag-line',
    about: /spacing|clip|cut|zoom/,
    site: 'moebel',
    head: (is) =>
      `<style>.tag-line{width:170px;line-height:22px;${is ? 'height:44px;overflow:hidden' : 'min-height:44px'}}</style>`,
    main: () => '<div class="tag-line">Handgeölt in Lindau und zehn Jahre Garantie</div>',
  },
  {
    id: 'spacing-fixed',
    technique: 'criterion',
    criterion: '1.4.12',
    wrong: 'line height is fixed as important and cannot be widened',
    where: '.tight',
    about: /spacing|line-height/,
    site: 'library',
    main: (is) =>
      `<p class="tight"${is ? ' style="line-height:1em !important"' : ' style="line-height:1.5em"'}>The librarians bring out boxes that are not on the shelves, and answer questions for as long as anybody stays; the hall is heated, and the lift to the second floor runs until nine in the evening on every day of the week but Monday.</p>`,
  },
  {
    id: 'tooltip-not-hoverable',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'what appears under the pointer goes when the pointer moves onto it',
    where: '.tip, .tip-box, .tip button',
    about: /hover|tooltip/,
    site: 'ledger',
    head: (is) =>
      `<style>.tip{position:relative;display:inline-block}.tip-box{display:none;position:absolute;top:calc(100% + ${is ? '18px' : '0px'});left:0;width:240px;background:#111827;color:#fff;padding:10px}${is ? '.tip button:hover + .tip-box{display:block}' : '.tip:hover .tip-box,.tip:focus-within .tip-box{display:block}'}</style>`,
    main: (is) =>
      `<p><span class="tip"><button type="button" aria-describedby="t1">Net amount</button><span class="tip-box" role="tooltip" id="t1">The amount without the tax of the country of the buyer, rounded to whole cents.</span></span></p>${is ? '' : "<script>document.addEventListener('keydown',e=>{if(e.key==='Escape')document.querySelector('.tip-box').style.display='none'})</script>"}`,
  },
  {
    id: 'scrolling-ticker',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'a ticker moves without end and cannot be stopped',
    where: '.ticker, .ticker *',
    about: moving,
    site: 'journal',
    head: (is) =>
      `<style>.ticker{overflow:hidden;white-space:nowrap;width:100%}.ticker p{display:inline-block;${is ? 'animation:slide 12s linear infinite' : ''}}@keyframes slide{from{transform:translateX(60vw)}to{transform:translateX(-100%)}}</style>`,
    main: () => '<div class="ticker"><p>Pontarlier : bus prolongés.</p></div>',
  },
  {
    id: 'blink-style',
    technique: 'F4',
    criterion: '2.2.2',
    wrong: 'text blinks for longer than five seconds',
    where: '.blinker',
    about: moving,
    site: 'moebel',
    head: (is) =>
      `<style>@keyframes b{50%{visibility:hidden}}.blinker{${is ? 'animation:b 1s steps(2) infinite' : ''}}</style>`,
    main: () => '<p><strong class="blinker">Nur noch drei Tage!</strong> Danach gelten wieder die alten Preise.</p>',
  },
  {
    id: 'gif-without-end',
    technique: 'F7',
    criterion: '2.2.2',
    wrong: 'a picture blinks without end',
    where: 'img.badge',
    about: moving,
    site: 'kolej',
    main: (is) =>
      `<p><img class="badge" src="/media/${is ? 'nowosc.gif' : 'nowosc.png'}" width="40" height="40" alt="Nowość"> Bilet rodzinny na cały rok.</p>`,
  },
  {
    id: 'blink-element',
    technique: 'F47',
    criterion: '2.2.2',
    wrong: 'a blink element',
    where: '.hurry',
    about: /blink|obsolete|mov/,
    site: 'werf',
    main: either(
      '<p><blink class="hurry">Alleen vandaag open!</blink> Daarna weer in het voorjaar.</p>',
      '<p><strong class="hurry">Alleen vandaag open!</strong> Daarna weer in het voorjaar.</p>',
    ),
  },
  {
    id: 'marquee',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'a marquee',
    where: '.news-line',
    about: /marquee|obsolete|mov/,
    site: 'clinica',
    main: either(
      '<marquee class="news-line">Mañana no hay consulta de pediatría por la tarde.</marquee>',
      '<p class="news-line">Mañana no hay consulta de pediatría por la tarde.</p>',
    ),
  },
  {
    id: 'script-blinks',
    technique: 'F50',
    criterion: '2.2.2',
    wrong: 'a script makes text blink without end',
    where: '#warn',
    about: moving,
    site: 'council',
    main: (is) =>
      `<p id="warn">Flood warning for Cotter Green.</p>${is ? "<script>setInterval(()=>{const w=document.getElementById('warn');w.style.visibility=w.style.visibility==='hidden'?'visible':'hidden'},400)</script>" : ''}`,
  },
  {
    id: 'carousel-no-pause',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'a carousel goes on by itself and has no way to pause it',
    where: '.slides, .slides *',
    about: moving,
    site: 'library',
    main: (is) =>
      `<section class="slides" aria-label="News of the house"><p id="slide">The dome is open again.</p>${is ? '' : '<button type="button" id="stop">Show the next news</button>'}</section><script>{const news=['The dome is open again.','Repair evening on Friday.','New maps of the coast.'];let at=0;const step=()=>{document.getElementById('slide').textContent=news[++at%3]};${is ? 'setInterval(step,1200)' : "document.getElementById('stop').addEventListener('click',step)"}}</script>`,
  },
  {
    id: 'blinks-by-animation',
    technique: 'F112',
    criterion: '2.2.2',
    wrong: 'a script animates a notice that blinks without end',
    where: '#flash',
    about: moving,
    site: 'ledger',
    main: (is) =>
      `<p id="flash"><strong>The quarter ends on Friday.</strong></p>${is ? "<script>document.getElementById('flash').animate([{opacity:1},{opacity:0}],{duration:700,iterations:Infinity})</script>" : ''}`,
  },
  {
    id: 'film-pauses-not-used',
    technique: 'F113',
    criterion: '1.2.5',
    wrong: 'a film shows things in its pauses that nothing describes',
    where: 'video',
    about: media,
    site: 'werf',
    main: (is) =>
      `<h2>De tewaterlating</h2><video controls width="320" src="/media/water.webm"><track kind="captions" srclang="nl" label="Nederlands" src="/media/water.vtt" default></video>${is ? '' : '<p><a href="/media/water-beschreven">Dezelfde film met beschrijving van het beeld (audiodescriptie)</a></p>'}`,
  },
]
