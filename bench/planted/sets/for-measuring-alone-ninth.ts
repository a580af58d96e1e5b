/** Planted failures of an auditor who did not look at the checks, ninth part: the half that is for measuring alone. Nobody looks at its misses. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const measuredNinth: readonly Plant[] = [
  {
    id: 'name-of-a-file-for-ewes-ix',
    technique: 'F30',
    criterion: '1.1.1',
    wrong: 'the alternative of a photograph is the name that the camera and the uploader gave its file',
    where: '.wp-block-image, .wp-block-image *',
    about: /alt|image|file/,
    site: 'gazette',
    main: (is) =>
      `<figure class="wp-block-image size-large"><img class="wp-image-4117" width="480" height="360" src="/wp-content/uploads/DSC_0417.jpg" alt="${is ? 'DSC_0417-1024x768.jpg' : 'Two ewes and three lambs wait at a gate in the snow'}"></figure><p>The first lambs came on Monday, a good fortnight before anybody had looked for them.</p>`,
  },
  {
    id: 'yes-and-no-to-what-ix',
    technique: 'criterion',
    criterion: '1.3.1',
    wrong: 'two questions are answered by yes or no, and neither pair of radio buttons is grouped with its question',
    where: '.permit, .permit *',
    about: /group|fieldset|legend|radio/,
    site: 'council',
    head: () =>
      `${roomy}<style>.permit__question{border:0;margin:0 0 20px;padding:0}.permit__text{font-weight:700;margin:0 0 8px;padding:0;line-height:1.32}.permit__answer{margin:0 0 8px;display:flex;gap:10px;align-items:center}.permit__answer input{width:28px;height:28px;margin:0}</style>`,
    main: (is) => {
      const question = (name: string, words: string) => {
        const answers = ['Yes', 'No']
          .map(
            (answer) =>
              `<div class="permit__answer"><input type="radio" id="${name}-${answer.toLowerCase()}" name="${name}" value="${answer.toLowerCase()}"><label for="${name}-${answer.toLowerCase()}">${answer}</label></div>`,
          )
          .join('')
        return is
          ? `<div class="permit__question"><p class="permit__text">${words}</p>${answers}</div>`
          : `<fieldset class="permit__question"><legend class="permit__text">${words}</legend>${answers}</fieldset>`
      }
      return `<form class="permit" action="/permits/questions"><h2>About your vehicle</h2>${question('registered', 'Is the vehicle registered at your address?')}${question('charged', 'Is it charged on the street?')}<button>Continue</button></form>`
    },
  },
  {
    id: 'word-typed-with-gaps-ix',
    technique: 'F32',
    criterion: '1.3.2',
    wrong: 'a word is spread out by typing a space after each of its letters',
    where: '.bandeau, .bandeau *',
    about: /space|letter|word|sequence|whitespace/,
    site: 'journal',
    head: (is) =>
      `<style>.bandeau{background:#1a1a1a;color:#fff;padding:1rem;text-align:center}.bandeau__mot{font-size:1.6rem;font-weight:700;margin:0${is ? '' : ';letter-spacing:.28em'}}.bandeau__texte{margin:.3rem 0 0}</style>`,
    main: either(
      '<div class="bandeau"><p class="bandeau__mot">G R A T U I T</p><p class="bandeau__texte">Le journal numérique pendant un mois, sans engagement.</p></div>',
      '<div class="bandeau"><p class="bandeau__mot">GRATUIT</p><p class="bandeau__texte">Le journal numérique pendant un mois, sans engagement.</p></div>',
    ),
  },
  {
    id: 'green-square-on-the-right-ix',
    technique: 'F14',
    criterion: '1.3.3',
    wrong: 'which of three forms is the right one is told by its colour, shape and place alone',
    where: '.bolsas, .bolsas *',
    about: /sensory|colou?r|shape|position|instruction/,
    site: 'escola',
    head: () =>
      '<style>.bolsas__lista{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:1rem}.bolsas__lista a{display:flex;align-items:center;justify-content:center;width:8rem;height:6rem;color:#fff;background:#5b2a86}.bolsas__lista .verde{background:#14532d}.bolsas__lista .noite{background:#1f1a2e;border-radius:3rem}</style>',
    main: (is) =>
      `<div class="bolsas"><h2>Bolsas de estudo</h2><p>${is ? 'Quem se candidata pela primeira vez usa o quadrado verde à direita.' : 'Quem se candidata pela primeira vez usa o formulário C.'}</p><ul class="bolsas__lista"><li><a href="/bolsas/a">Formulário A</a></li><li><a class="noite" href="/bolsas/b">Formulário B</a></li><li><a class="verde" href="/bolsas/c">Formulário C</a></li></ul></div>`,
  },
  {
    id: 'course-is-full-in-amber-ix',
    technique: 'criterion',
    criterion: '1.4.3',
    wrong: 'the badge of a web component has small white words on amber',
    where: 'werf-label, werf-label *, .label',
    about: /contrast/,
    site: 'werf',
    main: (is) =>
      `<h2>Cursussen</h2><p><strong>Zeilmaken voor beginners</strong> <werf-label tekst="Bijna vol"></werf-label></p><p><strong>Touw splitsen</strong> <werf-label tekst="Laatste plaats"></werf-label></p><script>customElements.define('werf-label',class extends HTMLElement{connectedCallback(){const root=this.attachShadow({mode:'open'});root.innerHTML='<style>.label{display:inline-block;background:#f0a020;color:${is ? '#fff' : '#10243b'};font-size:14px;font-weight:600;border-radius:3px;padding:2px 8px}</style><span class="label"></span>';root.querySelector('.label').textContent=this.getAttribute('tekst')}})</script>`,
  },
  {
    id: 'quotation-as-wide-as-the-window-ix',
    technique: 'F94',
    criterion: '1.4.4',
    wrong: 'the size of a quotation is a share of the window, and zooming does not make its letters larger',
    where: '.wp-block-pullquote, .wp-block-pullquote *',
    about: /resize|zoom|viewport|scale|font|size/,
    site: 'gazette',
    head: (is) =>
      `<style>.wp-block-pullquote{border-top:4px solid #7a1f1f;margin:1.5rem 0;padding:1rem 0}.wp-block-pullquote blockquote{margin:0}.wp-block-pullquote p{margin:0;line-height:1.35;font-size:${is ? '1.7vw' : '1.25rem'}}</style>`,
    main: () =>
      '<figure class="wp-block-pullquote"><blockquote><p>“We carried the planks across one by one, and by the last of them the whole village stood in the beck.”</p></blockquote><figcaption>Edith Harker, farmer</figcaption></figure>',
  },
  {
    id: 'explanation-flees-from-the-pointer-ix',
    technique: 'F95',
    criterion: '1.4.13',
    wrong:
      'an explanation that comes on hovering goes when the pointer moves to it, and the Escape key does not close it',
    where: '.tip, .tip *',
    about: /hover|tooltip|dismiss|persist/,
    site: 'ledger',
    head: (is) =>
      `${roomy}<style>.tip{position:relative;width:fit-content}.tip__text{position:absolute;left:0;top:calc(100% + ${is ? '12px' : '0px'});z-index:2;width:min(17rem,75vw);background:#111827;color:#fff;padding:.7rem}</style>`,
    main: (is) =>
      `<h2>Balance of the year</h2><p>Carried forward: $4,120.00</p><div class="tip"><button type="button" aria-describedby="tip-text">What is carried forward?</button><div class="tip__text" role="tooltip" id="tip-text" hidden>What was left on the account on the last day of the year before, after all entries of that year were booked.</div></div><p>Booked since then: $11,602.40, in forty-one entries of nine suppliers, of which two are still waiting.</p><script>{const tip=document.querySelector('.tip'),button=tip.querySelector('button'),text=document.getElementById('tip-text');const show=()=>{text.hidden=false},hide=()=>{text.hidden=true};${is ? "button.addEventListener('mouseenter',show);button.addEventListener('mouseleave',hide);" : "tip.addEventListener('mouseenter',show);tip.addEventListener('mouseleave',()=>{if(document.activeElement!==button)hide()});document.addEventListener('keydown',event=>{if(event.key==='Escape')hide()});"}button.addEventListener('focus',show);button.addEventListener('blur',hide);button.addEventListener('click',show)}</script>`,
  },
  {
    id: 'price-only-pulled-by-hand-ix',
    technique: 'F54',
    criterion: '2.1.1',
    wrong: 'a slider has its role and its value and takes the focus, and no key moves it',
    where: '.regler, .regler *',
    about: /keyboard|slider|key/,
    site: 'moebel',
    head: () =>
      '<style>.regler{position:relative;width:100%;max-width:320px;height:44px;touch-action:none;cursor:pointer}.regler::before{content:"";position:absolute;left:0;right:0;top:18px;height:8px;border-radius:4px;background:#6d6354}.regler__griff{position:absolute;top:8px;width:28px;height:28px;margin-left:-14px;border-radius:50%;background:#7a3410;border:2px solid #fff;box-sizing:border-box}</style>',
    main: (is) =>
      `<h2 id="preis-titel">Preis bis</h2><div class="regler" role="slider" tabindex="0" aria-labelledby="preis-titel" aria-valuemin="100" aria-valuemax="2100" aria-valuenow="900" aria-valuetext="900 Euro"><div class="regler__griff" style="left:40%"></div></div><p>Gezeigt wird, was höchstens <span id="preis-wert">900</span> Euro kostet.</p><script>{const track=document.querySelector('.regler'),knob=track.firstElementChild;let value=900;const put=next=>{value=Math.min(2100,Math.max(100,Math.round(next/100)*100));knob.style.left=(value-100)/20+'%';track.setAttribute('aria-valuenow',String(value));track.setAttribute('aria-valuetext',value+' Euro');document.getElementById('preis-wert').textContent=String(value)};const follow=event=>{const box=track.getBoundingClientRect();put(100+2000*(event.clientX-box.left)/box.width)};track.addEventListener('pointerdown',event=>{track.setPointerCapture(event.pointerId);follow(event)});track.addEventListener('pointermove',event=>{if(track.hasPointerCapture(event.pointerId))follow(event)});${is ? '' : "track.addEventListener('keydown',event=>{const next={ArrowRight:value+100,ArrowUp:value+100,ArrowLeft:value-100,ArrowDown:value-100,PageUp:value+500,PageDown:value-500,Home:100,End:2100}[event.key];if(next===undefined)return;event.preventDefault();put(next)});"}}</script>`,
  },
  {
    id: 'editor-keeps-the-tab-key-ix',
    technique: 'criterion',
    criterion: '2.1.2',
    wrong: 'a field for code takes the Tab key in both directions for itself, and says no way out',
    where: '#editor, .try, .try *',
    about: /trap|keyboard|tab/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.try textarea{width:100%;box-sizing:border-box;font-family:ui-monospace,monospace}</style>`,
    main: (is) =>
      `<form class="try" action="/docs/try"><h2>Try it</h2><p><label for="editor">Your configuration</label><br><textarea id="editor" name="source" rows="5" spellcheck="false">retries:\n  budget: 3\n  wait: 200ms</textarea></p><button>Check the configuration</button></form>${is ? "<script>document.getElementById('editor').addEventListener('keydown',event=>{if(event.key!=='Tab')return;event.preventDefault();const field=event.target;if(!event.shiftKey)field.setRangeText('  ',field.selectionStart,field.selectionEnd,'end')})</script>" : ''}`,
  },
  {
    id: 'title-of-another-service-ix',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is that of another service, whose page was copied',
    where: 'page',
    about: /title/,
    site: 'council',
    title: either(
      'Pay your council tax – Westmere District Council',
      'Object to a planning notice Dunmore – Westmere District Council',
    ),
    main: () => '<p>Before you start, have the reference number of your last letter from us at hand.</p>',
  },
  {
    id: 'letter-opens-behind-the-reader-ix',
    technique: 'F85',
    criterion: '2.4.3',
    wrong: 'a dialog opens over the page, and the focus stays on the page behind it',
    where: '#letter, #letter *, #open-letter',
    about: /focus|dialog|modal/,
    site: 'gazette',
    head: () =>
      `${roomy}<style>.modal{position:fixed;inset:0;z-index:9;background:rgba(0,0,0,.7);display:grid;place-items:center}.modal[hidden]{display:none}.modal__box{background:#fff;padding:1.5rem;max-width:24rem;margin:1rem}.modal__box h2{margin:0 0 .5rem}.modal__box button,.modal__box input{min-height:44px}</style>`,
    top: () =>
      '<div class="modal" id="letter" hidden><div class="modal__box" role="dialog" aria-modal="true" aria-labelledby="letter-title"><h2 id="letter-title" tabindex="-1">Thursday letter</h2><form method="post" action="/letter"><p><label for="letter-mail">Your e-mail address, such as name@example.org</label><br><input id="letter-mail" name="mail" type="email" autocomplete="email" required></p><button>Send me the letter</button> <button type="button" id="close-letter">Close</button></form></div></div>\n',
    main: (is) =>
      `<p>What happened in the valley, every Thursday before breakfast.</p><p><button type="button" id="open-letter">Get the Thursday letter</button></p><script>{const opener=document.getElementById('open-letter'),modal=document.getElementById('letter');const close=()=>{if(modal.hidden)return;modal.hidden=true;${is ? '' : 'for(const other of document.body.children)other.inert=false;opener.focus()'}};opener.addEventListener('click',()=>{modal.hidden=false;${is ? '' : "for(const other of document.body.children)other.inert=other!==modal;document.getElementById('letter-title').focus()"}});document.getElementById('close-letter').addEventListener('click',close);document.addEventListener('keydown',event=>{if(event.key==='Escape')close()})}</script>`,
  },
  {
    id: 'one-date-and-another-date-ix',
    technique: 'criterion',
    criterion: '2.4.6',
    wrong: 'the first and the last day of a stay are both asked for under the label date',
    where: '#ligplaats, #ligplaats *',
    about: /label|descri|duplicate|heading/,
    site: 'werf',
    head: () => roomy,
    main: (is) =>
      `<form id="ligplaats" action="/ligplaats"><h2>Een ligplaats reserveren</h2><p><label for="dag-a">${is ? 'Datum' : 'Dag van aankomst'}</label><br><input type="date" id="dag-a" name="van"></p><p><label for="dag-b">${is ? 'Datum' : 'Dag van vertrek'}</label><br><input type="date" id="dag-b" name="tot"></p><button>Vrije plaatsen zoeken</button></form>`,
  },
  {
    id: 'mistake-in-one-or-more-fields-ix',
    technique: 'criterion',
    criterion: '3.3.1',
    wrong: 'after sending, a form only says that there are mistakes, and not in which field',
    where: '#opskriv, #opskriv *',
    about: /error|invalid/,
    site: 'kommune',
    head: () => `${roomy}<style>#opskriv .fejl{display:block;color:#9b1c1c}</style>`,
    main: (is) => {
      const row = (name: string, words: string, more: string) =>
        `<p><label for="o-${name}">${words}</label><br><input id="o-${name}" name="${name}" ${more}${is ? '' : ` aria-describedby="o-${name}-fejl"`}>${is ? '' : `<span class="fejl" id="o-${name}-fejl"></span>`}</p>`
      return `<form id="opskriv" method="post" action="/opskriv" novalidate><h2>Skriv barnet op</h2><p>Alle felter skal udfyldes.</p><div role="alert" id="o-svar"></div>${row('barn', 'Barnets fornavn', 'autocomplete="off" required')}${row('dato', 'Ønsket start, for eksempel 01-09-2026', 'inputmode="numeric" required pattern="[0-9]{2}-[0-9]{2}-[0-9]{4}"')}${row('mail', 'Din e-mail, for eksempel navn@eksempel.dk', 'type="email" autocomplete="email" required')}<button class="btn">Send opskrivningen</button></form><script>{const form=document.getElementById('opskriv'),fields=[...form.querySelectorAll('input')];form.addEventListener('submit',event=>{const wrong=fields.filter(field=>!field.checkValidity());if(wrong.length===0)return;event.preventDefault();document.getElementById('o-svar').textContent='${is ? 'Opskrivningen kunne ikke sendes. Der er fejl i et eller flere felter.' : 'Opskrivningen kunne ikke sendes. Ret de felter, som der står en fejl under.'}';${is ? '' : "const words={barn:'Fejl: skriv barnets fornavn.',dato:'Fejl: skriv datoen som dag, måned og år, for eksempel 01-09-2026.',mail:'Fejl: skriv din e-mail, for eksempel navn@eksempel.dk.'};for(const field of fields){const isWrong=wrong.includes(field);field.setAttribute('aria-invalid',String(isWrong));document.getElementById(field.id+'-fejl').textContent=isWrong?words[field.name]:''}wrong[0].focus()"}})}</script>`
    },
  },
  {
    id: 'consent-boxes-are-spans-ix',
    technique: 'F59',
    criterion: '4.1.2',
    wrong: 'the boxes to tick of a consent to cookies are spans that have neither role nor name nor state',
    where: '.cookies__case, .cookies, .cookies *',
    about: /role|name|checkbox|state|checked|focusable|label/,
    site: 'journal',
    head: () =>
      `${roomy}<style>.cookies{border:1px solid #555;padding:1rem;margin-bottom:1rem}.cookies ul{list-style:none;padding:0}.cookies li{display:flex;gap:.75rem;align-items:center;padding:.5rem 0}.cookies__case{flex:none;width:28px;height:28px;box-sizing:border-box;border:2px solid #1a1a1a;cursor:pointer}.cookies__case.est-choisi{background:#1a1a1a;box-shadow:inset 0 0 0 4px #fff}</style>`,
    main: (is) => {
      const box = (name: string, words: string) =>
        `<li><span class="cookies__case" tabindex="0"${is ? '' : ` role="checkbox" aria-checked="false" aria-labelledby="cookies-${name}"`}></span><span id="cookies-${name}">${words}</span></li>`
      return `<section class="cookies" aria-labelledby="cookies-titre"><h2 id="cookies-titre">Vos choix de témoins</h2><ul>${box('audience', 'Mesure d’audience')}${box('video', 'Vidéos d’autres sites')}${box('publicite', 'Publicité choisie pour vous')}</ul><form method="post" action="/temoins"><input type="hidden" name="choix" value=""><button>Enregistrer mes choix</button></form></section><script>{const boxes=[...document.querySelectorAll('.cookies__case')];const turn=box=>{const isOn=box.classList.toggle('est-choisi');${is ? '' : "box.setAttribute('aria-checked',String(isOn));"}document.querySelector('[name=choix]').value=boxes.map(one=>Number(one.classList.contains('est-choisi'))).join('');return isOn};for(const box of boxes){box.addEventListener('click',()=>turn(box));box.nextElementSibling.addEventListener('click',()=>turn(box));box.addEventListener('keydown',event=>{if(event.key!==' ')return;event.preventDefault();turn(box)})}}</script>`
    },
  },
  {
    id: 'count-of-works-changes-in-silence-ix',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'while somebody types, a list is filtered, and the number of works that are left is not announced',
    where: '#quante, .ricerca, .ricerca *',
    about: /status|live|announce/,
    site: 'museo',
    head: () => roomy,
    main: (is) =>
      `<div class="ricerca"><h2>Cerca nella collezione</h2><p><label for="cerca">Filtra per parola</label><br><input id="cerca" type="search" autocomplete="off"></p><p id="quante"${is ? '' : ' role="status"'}>6 opere</p><ul id="opere"><li>Piatto con veliero</li><li>Brocca con uccelli</li><li>Vaso blu con coperchio</li><li>Piatto blu con frutta</li><li>Mattonella con stella</li><li>Tazza con uccelli</li></ul></div><script>{const works=[...document.querySelectorAll('#opere li')];document.getElementById('cerca').addEventListener('input',event=>{const word=event.target.value.trim().toLowerCase();let count=0;for(const work of works){work.hidden=!work.textContent.toLowerCase().includes(word);if(!work.hidden)count+=1}document.getElementById('quante').textContent=count===1?'1 opera':count+' opere'})}</script>`,
  },
  {
    id: 'tab-stops-at-plain-words-ix',
    technique: 'practice',
    criterion: null,
    wrong: 'paragraphs with which nothing can be done are put into the order of the Tab key',
    where: '.sala, .sala *',
    about: /tabindex|focus|tab|interactive/,
    site: 'museo',
    main: (is) => {
      const at = is ? ' tabindex="0"' : ''
      return `<div class="sala"><h2${at}>La sala dei forni</h2><p${at}>Il forno più antico fu acceso nel 1640 e lavorò per due secoli.</p><p${at}>Intorno al forno sono esposti gli attrezzi della bottega.</p><p${at}>La sala si visita senza scale.</p></div>`
    },
  },
]
