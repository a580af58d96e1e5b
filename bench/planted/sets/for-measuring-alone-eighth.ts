/** Planted failures of an auditor who did not look at the checks, eighth part: the half that is for measuring alone. Nobody looks at its misses. */
import { type Plant, roomy } from '#bench/planted/plant'

export const measuredEighth: readonly Plant[] = [
  {
    id: 'bridge-film-no-captions-viii',
    technique: 'F75',
    criterion: '1.2.2',
    wrong: 'a film in which people speak has no captions',
    where: 'video, .wp-block-video, .wp-block-video *',
    about: /video|caption|media|track|subtitle/,
    site: 'gazette',
    main: (is) =>
      `<figure class="wp-block-video" style="margin:0"><video controls width="480" src="/media/footbridge.webm" style="height:auto">${is ? '' : '<track kind="captions" srclang="en" label="English" src="/media/footbridge.vtt" default><track kind="descriptions" srclang="en" label="What is shown" src="/media/footbridge-shown.vtt">'}</video><figcaption>The chairman of the parish council speaks at the opening of the footbridge.</figcaption></figure>`,
  },
  {
    id: 'bold-lines-for-headings-viii',
    technique: 'F2',
    criterion: '1.3.1',
    wrong: 'lines that are the headings of the text are paragraphs in large bold letters',
    where: '.rte-title, .rte-title *, .rte',
    about: /heading|bold|structure|semantic/,
    site: 'council',
    head: () => '<style>.rte-title{font-size:27px;line-height:1.25;font-weight:700;margin:30px 0 10px}</style>',
    main: (is) => {
      const title = (words: string) =>
        is
          ? `<p class="rte-title"><strong>${words}</strong></p>`
          : `<h2 class="rte-title"><strong>${words}</strong></h2>`
      return `<div class="rte">${title('Who can apply')}<p>Everybody who lives in the ward and owns a car may have one permit for it.</p>${title('What you need')}<p>Have your licence and a bill with your address ready before you begin.</p>${title('What it costs')}<p>A permit costs forty pounds a year, and nothing for carers.</p></div>`
    },
  },
  {
    id: 'application-without-autofill-viii',
    technique: 'criterion',
    criterion: '1.3.5',
    wrong: 'the fields for one’s own name, address and telephone do not say in the markup what they ask for',
    where: '#candidatura, #candidatura *',
    about: /autocomplete|autofill|purpose/,
    site: 'escola',
    head: () => roomy,
    main: (is) => {
      const fill = (token: string) => (is ? '' : ` autocomplete="${token}"`)
      return `<form id="candidatura" action="/candidaturas/nova"><h2>Os seus dados</h2><p><label for="nome-completo">Nome completo</label><br><input id="nome-completo" name="nome" type="text"${fill('name')}></p><p><label for="correio">Correio eletrónico</label><br><input id="correio" name="correio" type="email"${fill('email')}></p><p><label for="telemovel">Telemóvel</label><br><input id="telemovel" name="telemovel" type="tel"${fill('tel')}></p><p><label for="codigo-postal">Código postal</label><br><input id="codigo-postal" name="postal" type="text"${fill('postal-code')}></p><button class="btn">Guardar os dados</button></form>`
    },
  },
  {
    id: 'white-words-on-sand-viii',
    technique: 'F83',
    criterion: '1.4.3',
    wrong: 'white words lie straight on a bright picture',
    where: '.banner, .banner *',
    about: /contrast|background/,
    site: 'museo',
    head: (is) => {
      const picture =
        "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='800' height='260'%3E%3Crect width='800' height='260' fill='%23efe3cd'/%3E%3Cellipse cx='620' cy='150' rx='120' ry='90' fill='%23dcc9a6'/%3E%3Cpath d='M0 200Q200 150 400 210T800 190V260H0z' fill='%23e6d5b8'/%3E%3C/svg%3E\")"
      return `<style>.banner{background:${is ? picture : `linear-gradient(rgba(20,12,6,.88),rgba(20,12,6,.88)),${picture}`} center/cover;padding:3rem 1.5rem;color:#fff}.banner p{margin:0;max-width:26rem}.banner__date{font-weight:700}</style>`
    },
    main: () =>
      '<div class="banner"><p class="banner__date">Dal 4 maggio al 30 settembre</p><p>La terra e il fuoco: duecento vasi che non erano mai usciti dai depositi.</p></div>',
  },
  {
    id: 'lead-sized-by-window-viii',
    technique: 'F94',
    criterion: '1.4.4',
    wrong: 'the letters of the lead are as large as the window is wide and do not grow when the page is zoomed',
    where: '.lead, .lead *',
    about: /viewport|vw|zoom|resize|font|text-size/,
    site: 'werf',
    head: (is) => `<style>.lead{font-size:${is ? '1.55vw' : '1.25rem'};line-height:1.6}</style>`,
    main: () =>
      '<p class="lead">Op onze werf liggen schepen die honderd jaar oud zijn, en elk voorjaar varen er twee weer uit.</p><p>Wie wil helpen, hoeft niets te kunnen; het vak leert u van de timmerlieden.</p>',
  },
  {
    id: 'rings-hardly-seen-viii',
    technique: 'criterion',
    criterion: '1.4.11',
    wrong: 'the drawn rings of the choices are a very light grey on a light ground',
    where: '.choices, .choices *',
    about: /contrast|border|boundary|non-text/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.choices label{display:flex;align-items:center;gap:.75rem;min-height:44px;margin:.5rem 0}.choices input{appearance:none;flex:none;width:44px;height:44px;margin:0;border-radius:50%;background:#fff;border:2px solid ${is ? '#e5e7eb' : '#374151'}}.choices input:checked{border:14px solid #1e3a8a}</style>`,
    main: () =>
      '<form class="choices" action="/app/run"><fieldset><legend>When is the supplier paid?</legend><label><input type="radio" name="when" value="now"> At once</label><label><input type="radio" name="when" value="friday"> With the run of Friday</label><label><input type="radio" name="when" value="due"> On the day it is due</label></fieldset><p><button>Book the payment</button></p></form>',
  },
  {
    id: 'tooltip-runs-away-viii',
    technique: 'F95',
    criterion: '1.4.13',
    wrong: 'the tooltip of a button vanishes as soon as the pointer is moved towards it',
    where: '.css-tip, .css-tip *',
    about: /hover|tooltip|pointer/,
    site: 'panel',
    head: (is) =>
      `${roomy}<style>.css-tip{position:relative;display:inline-block}.css-tip [role=tooltip]{position:absolute;z-index:2;left:0;top:calc(100% + ${is ? '16px' : '0px'});width:15rem;background:#15314b;color:#fff;padding:.75rem;border-radius:4px}</style>`,
    main: (is) =>
      `<p>Builds of this month: 412 of 1000.</p><span class="css-tip"><button type="button" aria-describedby="quota-tip">How builds are counted</button><span role="tooltip" id="quota-tip" hidden>A build counts when it runs for more than ten seconds; builds that are stopped before are free.</span></span><script>{const wrap=document.querySelector('.css-tip'),button=wrap.querySelector('button'),tip=document.getElementById('quota-tip');const show=()=>{tip.hidden=false};const hide=()=>{tip.hidden=true};const over=${is ? 'button' : 'wrap'};over.addEventListener('mouseenter',show);over.addEventListener('mouseleave',()=>{if(document.activeElement!==button)hide()});button.addEventListener('focus',show);button.addEventListener('blur',()=>{if(!over.matches(':hover'))hide()});document.addEventListener('keydown',event=>{if(event.key==='Escape')hide()})}</script>`,
  },
  {
    id: 'accordion-by-click-on-heading-viii',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'the headings of an accordion open it by a click of the mouse and cannot be reached with the keyboard',
    where: '.accordion, .accordion *',
    about: /keyboard|mouse|listener|focus|role|click|operable|accordion|button|expanded|interactive/,
    site: 'kommune',
    head: () =>
      `${roomy}<style>.accordion h2{margin:0;font-size:1.15rem}.accordion__item{border-bottom:1px solid #5c636a;padding:.5rem 0}.accordion .accordion__head{cursor:pointer}.accordion button{font-weight:700;text-align:left;background:none;border:0;color:#212529;padding:.5rem 0;width:100%}</style>`,
    main: (is) => {
      const item = (number: number, question: string, answer: string) =>
        `<div class="accordion__item"><h2${is ? ' class="accordion__head"' : ''}>${is ? question : `<button type="button" class="accordion__head" aria-expanded="false" aria-controls="svar-${number}">${question}</button>`}</h2><div class="accordion__body" id="svar-${number}" hidden><p>${answer}</p></div></div>`
      return `<div class="accordion">${item(1, 'Hvem kan søge?', 'Alle, der ejer en grund i kommunen, kan søge om tilladelse.')}${item(2, 'Hvad koster det?', 'Du betaler for den tid, vi bruger på sagen, dog højst 8.000 kroner.')}${item(3, 'Hvornår får jeg svar?', 'Du får svar senest otte uger efter, at vi har alle tegninger.')}</div><script>for(const head of document.querySelectorAll('.accordion__head'))head.addEventListener('click',()=>{const body=head.closest('.accordion__item').querySelector('.accordion__body');body.hidden=!body.hidden;${is ? '' : "head.setAttribute('aria-expanded',String(!body.hidden))"}})</script>`
    },
  },
  {
    id: 'slides-never-rest-viii',
    technique: 'F16',
    criterion: '2.2.2',
    wrong: 'slides change by themselves every three seconds, and nothing on the page stops them',
    where: '.hero-slider, .hero-slider *',
    about: /mov|carousel|chang|auto|animat|pause|slide|scroll/,
    site: 'library',
    head: () =>
      `${roomy}<style>.hero-slider{border:2px solid #0b5a3c;padding:1rem}.hero-slider .slide{min-height:9rem}</style>`,
    main: (is) =>
      `<section class="hero-slider" aria-label="News of the library"><div class="slide"><h2>The dome is open again</h2><p>Painters have worked for a year; come and look up.</p></div><div class="slide" hidden><h2>Maps of the coast</h2><p>Sixty sheets are shown in the hall until the end of May.</p></div><div class="slide" hidden><h2>Borrow a sewing machine</h2><p>Members take it home for two weeks and pay nothing.</p></div><button type="button" id="slide-back">Previous news</button> <button type="button" id="slide-on">Next news</button>${is ? '' : ' <button type="button" id="slide-rest">Stop the slides</button>'}</section><script>{const slides=[...document.querySelectorAll('.hero-slider .slide')];let at=0;const show=to=>{at=(to+slides.length)%slides.length;slides.forEach((slide,place)=>{slide.hidden=place!==at})};let timer=setInterval(()=>show(at+1),3000);document.getElementById('slide-back').addEventListener('click',()=>show(at-1));document.getElementById('slide-on').addEventListener('click',()=>show(at+1));${is ? '' : "const rest=document.getElementById('slide-rest');rest.addEventListener('click',()=>{if(timer){clearInterval(timer);timer=0;rest.textContent='Start the slides'}else{timer=setInterval(()=>show(at+1),3000);rest.textContent='Stop the slides'}})"}}</script>`,
  },
  {
    id: 'picture-shown-in-motion-viii',
    technique: 'criterion',
    criterion: '2.3.3',
    wrong: 'layers of a picture glide and grow while the page is scrolled, also for those who asked for less motion',
    where: '.scena, .scena *',
    about: /motion|animat|parallax|scroll/,
    site: 'museo',
    cards: 12,
    head: () =>
      '<style>.scena{position:relative;height:360px;overflow:hidden;background:#efe3cd}.scena div{position:absolute;left:0;right:0;will-change:transform}.scena__colline{top:180px;height:420px;background:#8a6a45;border-radius:50% 50% 0 0}.scena__forno{top:90px;height:120px;width:120px;margin:auto;background:#6b2f16;border-radius:60px 60px 0 0}</style>',
    main: (is) =>
      `<div class="scena" aria-hidden="true"><div class="scena__forno"></div><div class="scena__colline"></div></div><p>La fornace sta sulla collina dal 1604, e si accende ancora due volte l’anno.</p><script>{const hills=document.querySelector('.scena__colline'),kiln=document.querySelector('.scena__forno');const glide=()=>{${is ? '' : "if(matchMedia('(prefers-reduced-motion: reduce)').matches)return;"}const down=window.scrollY;hills.style.transform='translateY('+down*-0.45+'px)';kiln.style.transform='translateY('+down*0.6+'px) scale('+(1+down/400)+')'};window.addEventListener('scroll',glide,{passive:true})}</script>`,
  },
  {
    id: 'window-over-page-without-focus-viii',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a modal window opens at the end of the page and the focus stays behind on what it covers',
    where: '#muster-dialog, #muster-dialog *, #muster-open',
    about: /dialog|modal|focus/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>#muster-dialog{position:fixed;inset:0;background:rgba(34,32,29,.8);padding:8vh 1rem;z-index:5;overflow:auto}#muster-dialog>div{background:#fff;max-width:30rem;margin:auto;padding:1.5rem}#muster-dialog :is(button,input){min-height:44px;min-width:44px;max-width:100%}</style>`,
    main: (is) =>
      `<p>Stoffe fühlt man am besten in der Hand.</p><button type="button" id="muster-open">Muster bestellen</button><div id="muster-dialog" role="dialog" aria-modal="true" aria-labelledby="muster-title" hidden><div><h2 id="muster-title">Muster bestellen</h2><form action="/muster"><p><label for="muster-mail">Ihre E-Mail-Adresse</label><br><input id="muster-mail" name="mail" type="email" autocomplete="email"></p><button>Bestellen</button> <button type="button" id="muster-close">Schließen</button></form></div></div><script>{const dialog=document.getElementById('muster-dialog'),opener=document.getElementById('muster-open');document.body.append(dialog);const close=()=>{dialog.hidden=true;${is ? '' : 'for(const other of document.body.children)other.inert=false;opener.focus()'}};opener.addEventListener('click',()=>{dialog.hidden=false;${is ? '' : "for(const other of document.body.children)other.inert=other!==dialog;document.getElementById('muster-mail').focus()"}});document.getElementById('muster-close').addEventListener('click',close);document.addEventListener('keydown',event=>{if(event.key==='Escape'&&!dialog.hidden)close()})}</script>`,
  },
  {
    id: 'buy-button-called-otherwise-viii',
    technique: 'F96',
    criterion: '2.5.3',
    wrong: 'the name of a button for assistive technology has none of the words that are seen on it',
    where: '.kup, .oferta',
    about: /label|name|mismatch/,
    site: 'kolej',
    head: () => roomy,
    main: (is) =>
      `<form class="oferta" action="/bilety/rodzinny"><p>Bilet rodzinny jest ważny przez cały weekend dla dwojga dorosłych i trojga dzieci.</p><button class="kup"${is ? ' aria-label="Przejdź do następnego kroku"' : ''}>Kup bilet rodzinny</button></form>`,
  },
  {
    id: 'price-by-dragging-viii',
    technique: 'F108',
    criterion: '2.5.7',
    wrong: 'with a pointer, the highest price can be set by dragging alone',
    where: '.price-range, .price-range *',
    about: /drag|pointer|gesture|slider/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.price-range__track{position:relative;height:44px;max-width:20rem;margin:0 22px}.price-range__track::before{content:"";position:absolute;left:0;right:0;top:20px;height:4px;background:#5c5c5c}.price-range__thumb{position:absolute;top:0;left:calc(60% - 22px);width:44px;height:44px;border-radius:50%;background:#24483e;touch-action:none;cursor:grab}</style>`,
    main: (is) =>
      `<div class="price-range"><p id="price-label">Highest price</p><div class="price-range__track"><div class="price-range__thumb" role="slider" tabindex="0" aria-labelledby="price-label" aria-valuemin="0" aria-valuemax="200" aria-valuenow="120" aria-valuetext="120 dollars"></div></div><p id="price-value">Up to 120 dollars</p>${is ? '' : '<button type="button" id="price-less">Ten dollars less</button> <button type="button" id="price-more">Ten dollars more</button>'}</div><script>{const track=document.querySelector('.price-range__track'),thumb=document.querySelector('.price-range__thumb');const now=()=>Number(thumb.getAttribute('aria-valuenow'));const set=price=>{const value=Math.min(200,Math.max(0,Math.round(price/10)*10));thumb.style.left='calc('+value/2+'% - 22px)';thumb.setAttribute('aria-valuenow',String(value));thumb.setAttribute('aria-valuetext',value+' dollars');document.getElementById('price-value').textContent='Up to '+value+' dollars'};let isHeld=false;thumb.addEventListener('pointerdown',event=>{isHeld=true;thumb.setPointerCapture(event.pointerId)});thumb.addEventListener('pointermove',event=>{if(!isHeld)return;const box=track.getBoundingClientRect();set((event.clientX-box.left)/box.width*200)});thumb.addEventListener('lostpointercapture',()=>{isHeld=false});thumb.addEventListener('keydown',event=>{const step={ArrowLeft:-10,ArrowDown:-10,ArrowRight:10,ArrowUp:10}[event.key];if(!step)return;event.preventDefault();set(now()+step)});${is ? '' : "document.getElementById('price-less').addEventListener('click',()=>set(now()-10));document.getElementById('price-more').addEventListener('click',()=>set(now()+10))"}}</script>`,
  },
  {
    id: 'row-icons-too-small-viii',
    technique: 'criterion',
    criterion: '2.5.8',
    wrong: 'the icons at the end of each row are buttons of 16 pixels that touch one another',
    where: '.row-icon, .row-icons',
    about: /target|size|touch/,
    site: 'ledger',
    head: (is) =>
      `<style>.row-icons{white-space:nowrap}.row-icon{padding:0;width:${is ? '16px;height:16px' : '44px;height:44px'};border-radius:0;vertical-align:middle}.row-icon+.row-icon{margin-left:${is ? '0' : '8px'}}.row-icon svg{display:block;margin:auto}</style>`,
    main: () => {
      const buttons = (name: string) =>
        `<td class="row-icons"><button type="button" class="row-icon" aria-label="Approve ${name}" data-said="${name} is approved."><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M1 6l4 4 6-8" fill="none" stroke="#fff" stroke-width="2"/></svg></button><button type="button" class="row-icon" aria-label="Refuse ${name}" data-said="${name} is refused."><svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="#fff" stroke-width="2"/></svg></button></td>`
      return `<table><caption>Claims of the week</caption><tr><th scope="col">Claim</th><th scope="col">Decide</th></tr><tr><th scope="row">Train to Leeds</th>${buttons('Train to Leeds')}</tr><tr><th scope="row">Printer paper</th>${buttons('Printer paper')}</tr><tr><th scope="row">Team lunch</th>${buttons('Team lunch')}</tr></table><p role="status" id="decided"></p><script>for(const icon of document.querySelectorAll('.row-icon'))icon.addEventListener('click',()=>{document.getElementById('decided').textContent=icon.dataset.said})</script>`
    },
  },
  {
    id: 'letter-from-the-twin-town-viii',
    technique: 'criterion',
    criterion: '3.1.2',
    wrong: 'a German letter is quoted on an English page and does not say that it is German',
    where: '.wp-block-quote, .wp-block-quote *',
    about: /lang/,
    site: 'gazette',
    main: (is) =>
      `<p>The mayor of our twin town has written to the swimmers:</p><blockquote class="wp-block-quote"${is ? '' : ' lang="de"'}><p>Liebe Freunde, wir freuen uns sehr auf euren Besuch im August. Das Freibad ist neu gestrichen, und der Chor übt schon eure Lieder.</p></blockquote><p>The coach leaves on the second Saturday of the month.</p>`,
  },
  {
    id: 'choosing-a-yard-leaves-viii',
    technique: 'criterion',
    criterion: '3.2.2',
    wrong: 'choosing from a list loads another page at once, and nothing says so before',
    where: '#vestiging, .kies, .kies *',
    about: /select|change|navigat|context|submit|input/,
    site: 'werf',
    head: () => roomy,
    main: (is) =>
      `<form class="kies" action="/vestiging"><label for="vestiging">Onze werven</label> <select id="vestiging" name="naam"><option value="">Maak een keuze</option><option value="harlingen">Harlingen</option><option value="hoorn">Hoorn</option><option value="vlissingen">Vlissingen</option></select>${is ? '' : ' <button>Naar deze werf</button>'}</form>${is ? "<script>document.getElementById('vestiging').addEventListener('change',event=>{if(event.target.value)location.href='/vestiging/'+event.target.value})</script>" : ''}`,
  },
  {
    id: 'permit-refused-without-why-viii',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'the form is not sent and a message says that something is wrong, but neither which field nor what',
    where: '#permit, #permit *',
    about: /error|invalid|message|form|validat|required/,
    site: 'council',
    head: () =>
      `${roomy}<style>#permit-summary:not(:empty){border:4px solid #8f1a10;padding:15px;margin-bottom:15px}#permit .field-error{display:block;color:#8f1a10;font-weight:700}</style>`,
    main: (is) =>
      `<form id="permit" action="/permit/new" novalidate><div id="permit-summary" role="alert"></div><p><label for="plate">Registration number of the car (required)</label><br>${is ? '' : '<span class="field-error" id="plate-error"></span>'}<input id="plate" name="plate" required${is ? '' : ' aria-describedby="plate-error"'}></p><p><label for="streets">Street you park in (required)</label><br>${is ? '' : '<span class="field-error" id="streets-error"></span>'}<input id="streets" name="streets" required${is ? '' : ' aria-describedby="streets-error"'}></p><button>Apply for the permit</button></form><script>{const form=document.getElementById('permit'),fields=[...form.querySelectorAll('input')];form.addEventListener('submit',event=>{const wrong=fields.filter(field=>field.value.trim()==='');if(wrong.length===0)return;event.preventDefault();${is ? "document.getElementById('permit-summary').textContent='Sorry, there is a problem. Please check your answers and try again.'" : "const says={plate:'Enter the registration number, for example AB12 CDE',streets:'Enter the street you park in, for example Mill Road'};document.getElementById('permit-summary').textContent='There is a problem. '+wrong.map(field=>says[field.id]).join('. ')+'.';for(const field of fields){const isWrong=wrong.includes(field);field.setAttribute('aria-invalid',String(isWrong));document.getElementById(field.id+'-error').textContent=isWrong?'Error: '+says[field.id]+'.':''}wrong[0].focus()"}})}</script>`,
  },
  {
    id: 'rules-in-one-long-text-viii',
    technique: 'criterion',
    criterion: '2.4.10',
    wrong: 'a long text about four different matters has not one heading inside',
    where: '.house-rules, .house-rules *',
    about: /heading|section|long|structure/,
    site: 'library',
    main: (is) => {
      const heading = (words: string) => (is ? '' : `<h2>${words}</h2>`)
      return `<div class="house-rules">${heading('Joining')}<p>Everybody who lives, works or learns in the city may become a member. Please bring a letter with your name and your address to the desk; the card is made while you wait and costs nothing. Children under twelve come with somebody who signs for them.</p><p>A card is good for three years. If you move, tell us the new address within a month, so that letters about books that are due reach you and not the people who live in your old flat.</p>${heading('Borrowing')}<p>You may take home twelve books, six films and two games at a time. Books are lent for four weeks and films for one. You can lend a book again twice, as long as nobody else waits for it, at the desk, by telephone or on this website.</p><p>Maps, newspapers and everything with a red dot on its back stay in the house. The reading room has tables with lamps for them, and the staff will copy single pages for you at ten pence a page.</p>${heading('Late and lost books')}<p>Whoever is late pays ten pence for every book and day, and never more than three pounds for a book. Children pay nothing. If a book is lost or has fallen into the bath, tell us; mostly a second-hand copy is enough.</p><p>After three letters that nobody answered the card is closed. It is opened again on the day on which the books come back, and nobody will ask you where they have been.</p>${heading('In the rooms')}<p>Please keep your voice down on the second floor, and take telephone calls to the stairs. You may drink from bottles that can be closed; warm food belongs in the hall. Dogs that guide or help somebody are welcome everywhere.</p><p>The lockers beside the entrance take a coin and give it back. They are emptied every evening, and what is found in them is kept at the desk for a month.</p></div>`
    },
  },
  {
    id: 'hours-of-thirty-pixels-viii',
    technique: 'criterion',
    criterion: '2.5.5',
    wrong: 'the hours that can be chosen are buttons 30 pixels high, less than the 44 of level AAA',
    where: '#horas, #horas *, .hora',
    about: /target|size|touch/,
    site: 'clinica',
    head: (is) =>
      `<style>#ver-horas{min-height:44px}#horas{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:8px}#horas li{padding:0}.hora{width:76px;padding:0;height:${is ? '30px' : '44px'}}.hora[aria-pressed=true]{background:#fff;color:#0b4f5c;border:3px solid #0b4f5c}</style>`,
    main: () =>
      `<h2>Martes, 14 de mayo</h2><button type="button" id="ver-horas" aria-expanded="false" aria-controls="horas">Ver las horas libres</button><ul id="horas" hidden>${['09:00', '09:20', '09:40', '10:20', '11:00', '12:40'].map((hour) => `<li><button type="button" class="hora" aria-pressed="false">${hour}</button></li>`).join('')}</ul><p role="status" id="elegida"></p><script>{const toggle=document.getElementById('ver-horas'),list=document.getElementById('horas'),hours=[...document.querySelectorAll('.hora')];toggle.addEventListener('click',()=>{list.hidden=!list.hidden;toggle.setAttribute('aria-expanded',String(!list.hidden))});for(const hour of hours)hour.addEventListener('click',()=>{for(const other of hours)other.setAttribute('aria-pressed',String(other===hour));document.getElementById('elegida').textContent='Ha elegido las '+hour.textContent+'.'})}</script>`,
  },
  {
    id: 'heading-jumps-down-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'a heading of level four follows that of level one, because it looks the right size',
    where: '.dalej',
    about: /heading/,
    site: 'kolej',
    head: () => '<style>.dalej{font-size:1.1rem;margin:1.2rem 0 .4rem}</style>',
    main: (is) =>
      `<${is ? 'h4' : 'h2'} class="dalej">Co zabrać ze sobą</${is ? 'h4' : 'h2'}><p>W pociągu nie ma bufetu, a droga trwa trzy godziny.</p><${is ? 'h4' : 'h2'} class="dalej">Gdzie wsiadać</${is ? 'h4' : 'h2'}><p>Pociąg odjeżdża z peronu drugiego, obok zegara.</p>`,
  },
  {
    id: 'text-in-tab-order-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'paragraphs that do nothing have been put into the tab order so that "screen readers can read them"',
    where: '.info, .info *',
    about: /tabindex|focus|interactive|tab-order/,
    site: 'kolej',
    main: (is) => {
      const stop = is ? ' tabindex="0"' : ''
      return `<div class="info"><h2${stop}>Remont w Nowym Sączu</h2><p${stop}>Od poniedziałku peron pierwszy jest zamknięty.</p><p${stop}>Przejście podziemne jest czynne przez całą dobę, a winda od piątej do północy.</p></div>`
    },
  },
]
