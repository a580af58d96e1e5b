/** Planted failures of an auditor who did not look at the checks, eighth part: the half that its digest opens to whoever mends them. */
import { either, type Plant, roomy } from '#bench/planted/plant'

export const drawnEighth: readonly Plant[] = [
  {
    id: 'gallery-keeps-old-words-viii',
    technique: 'F20',
    criterion: '1.1.1',
    wrong:
      'another photo is shown when a thumbnail is pressed, and its text alternative is still that of the first one',
    where: '#gallery, #gallery *',
    about: /alt|image|img|picture|photo/,
    site: 'volt',
    head: () =>
      `${roomy}<style>.product__thumbs{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}.product__thumbs button{padding:0;background:#fff;border:4px solid #fff}.product__thumbs button[aria-pressed=true]{border-color:#121212}.product__thumbs img,#featured{display:block}</style>`,
    main: (is) =>
      `<div class="product__media" id="gallery"><img id="featured" src="/media/pack-front.jpg" width="320" height="240" alt="Day pack from the front, its roll top closed"><div class="product__thumbs" role="group" aria-label="Photos of the day pack"><button type="button" aria-pressed="true"><img src="/media/pack-front.jpg" width="80" height="60" alt="Day pack from the front, its roll top closed"></button><button type="button" aria-pressed="false"><img src="/media/pack-back.jpg" width="80" height="60" alt="Back of the day pack with two padded straps"></button><button type="button" aria-pressed="false"><img src="/media/pack-inside.jpg" width="80" height="60" alt="Inside of the day pack with a sleeve for a laptop"></button></div></div><script>{const featured=document.getElementById('featured'),thumbs=[...document.querySelectorAll('.product__thumbs button')];for(const thumb of thumbs)thumb.addEventListener('click',()=>{const small=thumb.querySelector('img');featured.src=small.src;${is ? '' : 'featured.alt=small.alt;'}for(const other of thumbs)other.setAttribute('aria-pressed',String(other===thumb))})}</script>`,
  },
  {
    id: 'steps-upside-down-viii',
    technique: 'F1',
    criterion: '1.3.2',
    wrong: 'the steps of a guide stand in the source from last to first, and the style sheet alone turns them round',
    where: '.steps, .steps *',
    about: /order|sequence|flex|reading|position/,
    site: 'moebel',
    head: (is) =>
      `<style>.steps{display:flex;flex-direction:${is ? 'column-reverse' : 'column'};gap:.75rem}.steps p{margin:0}</style>`,
    main: (is) => {
      const steps = [
        '<div class="border rounded p-4"><p>Zuerst legen Sie beide Seiten flach auf eine Decke.</p></div>',
        '<div class="border rounded p-4"><p>Danach stecken Sie die Böden ein, ohne sie festzuschrauben.</p></div>',
        '<div class="border rounded p-4"><p>Dann richten Sie das Regal auf und ziehen alle Schrauben an.</p></div>',
        '<div class="border rounded p-4"><p>Zum Schluss befestigen Sie es mit dem Winkel an der Wand.</p></div>',
      ]
      return `<h2>Aufbau in vier Schritten</h2><div class="steps">${(is ? steps.toReversed() : steps).join('')}</div>`
    },
  },
  {
    id: 'fields-in-red-viii',
    technique: 'F81',
    criterion: '1.4.1',
    wrong: 'after sending, the fields that are wrong are known by their red border alone',
    where: '#pedir-cita, #pedir-cita *',
    about: /error|colou?r|invalid|required|sensory/,
    site: 'clinica',
    head: () =>
      `${roomy}<style>#pedir-cita .is-error{border:2px solid #a30018}#pedir-cita .falta{display:block;color:#8a0014}</style>`,
    main: (is) =>
      `<form id="pedir-cita" action="/cita/nueva" novalidate><h2>Pedir cita</h2><div id="aviso" role="alert"></div><p><label for="nombre">Nombre y apellidos (obligatorio)</label><br><input id="nombre" name="nombre" autocomplete="name" required${is ? '' : ' aria-describedby="nombre-falta"'}>${is ? '' : '<span class="falta" id="nombre-falta"></span>'}</p><p><label for="telefono">Teléfono (obligatorio)</label><br><input id="telefono" name="telefono" type="tel" autocomplete="tel" required${is ? '' : ' aria-describedby="telefono-falta"'}>${is ? '' : '<span class="falta" id="telefono-falta"></span>'}</p><button>Pedir la cita</button></form><script>{const form=document.getElementById('pedir-cita'),fields=[...form.querySelectorAll('input')];form.addEventListener('submit',event=>{const wrong=fields.filter(field=>field.value.trim()==='');if(wrong.length===0)return;event.preventDefault();document.getElementById('aviso').textContent='${is ? 'Revise los campos marcados en rojo.' : 'La cita no se ha pedido: faltan datos. Lea lo que dice debajo de cada campo.'}';for(const field of fields){const isWrong=wrong.includes(field);field.classList.toggle('is-error',isWrong);${is ? '' : "field.setAttribute('aria-invalid',String(isWrong));document.getElementById(field.id+'-falta').textContent=!isWrong?'':field.id==='nombre'?'Error: escriba su nombre y sus apellidos.':'Error: escriba un teléfono, por ejemplo 600 123 456.'"}}wrong[0].focus()})}</script>`,
  },
  {
    id: 'poster-of-words-viii',
    technique: 'criterion',
    criterion: '1.4.5',
    wrong: 'a notice of three lines is put on the page as a picture of its words',
    where: '.opslag, .opslag *',
    about: /image|text-in|picture|img/,
    site: 'kommune',
    head: () =>
      '<style>.opslag{margin:0 0 1rem;max-width:560px}.opslag img{display:block;height:auto}.opslag__boks{background:#fdf3d1;padding:1.5rem}.opslag__boks p{margin:0 0 .5rem;font-size:1.25rem}</style>',
    main: (is) =>
      is
        ? `<div class="opslag"><img width="560" height="180" src="data:image/svg+xml;charset=utf-8,%3Csvg xmlns='http://www.w3.org/2000/svg' width='560' height='180' viewBox='0 0 560 180'%3E%3Crect width='560' height='180' fill='%23fdf3d1'/%3E%3Cg font-family='Arial,sans-serif' fill='%23212529'%3E%3Ctext x='24' y='54' font-size='28' font-weight='700'%3ESommerferie i borgerservice%3C/text%3E%3Ctext x='24' y='100' font-size='22'%3EVi holder lukket fra 8. til 19. juli.%3C/text%3E%3Ctext x='24' y='140' font-size='22'%3ERing p%C3%A5 98 10 20 30, hvis det haster.%3C/text%3E%3C/g%3E%3C/svg%3E" alt="Sommerferie i borgerservice. Vi holder lukket fra 8. til 19. juli. Ring på 98 10 20 30, hvis det haster."></div>`
        : '<div class="opslag"><div class="opslag__boks"><p><strong>Sommerferie i borgerservice</strong></p><p>Vi holder lukket fra 8. til 19. juli.</p><p>Ring på 98 10 20 30, hvis det haster.</p></div></div>',
  },
  {
    id: 'plans-in-one-row-viii',
    technique: 'criterion',
    criterion: '1.4.10',
    wrong: 'three boxes stay in one row on a narrow window, and the page must be scrolled sideways to read them',
    where: 'page',
    about: /reflow|horizontal|overflow|scroll|wide|narrow/,
    site: 'panel',
    head: (is) =>
      `<style>.css-plans{display:flex;flex-wrap:${is ? 'nowrap' : 'wrap'};gap:1rem}.css-plans>.MuiPaper-root{${is ? 'flex:1 0 220px' : 'flex:1 1 220px;min-width:0'}}</style>`,
    main: () =>
      '<div class="css-plans"><div class="MuiPaper-root"><h2 class="MuiTypography-h6">Hobby</h2><p>One project, a hundred builds a month and help from the forum.</p></div><div class="MuiPaper-root"><h2 class="MuiTypography-h6">Team</h2><p>Twenty projects, a thousand builds a month and help by mail.</p></div><div class="MuiPaper-root"><h2 class="MuiTypography-h6">Company</h2><p>As many projects as you like and somebody to call at night.</p></div></div>',
  },
  {
    id: 'teaser-cut-when-spaced-viii',
    technique: 'F104',
    criterion: '1.4.12',
    wrong: 'a teaser has a fixed height of two lines and loses its third when letters and words are set further apart',
    where: '.teaser, .teaser *',
    about: /spacing|clip|cut|overflow|truncat/,
    site: 'journal',
    head: (is) =>
      `<style>.teaser{width:280px;max-width:100%;line-height:1.65;margin:0 0 1rem;${is ? 'height:3.3em;overflow:hidden' : 'min-height:3.3em'}}</style>`,
    main: () => '<h2>Transports</h2><p class="teaser">Les bus de nuit circuleront aussi le dimanche dès septembre.</p>',
  },
  {
    id: 'skip-link-to-nowhere-viii',
    technique: 'criterion',
    criterion: '2.4.1',
    wrong: 'the link that should lead past a long menu leads to a place that is not there',
    where: 'page',
    about: /bypass|skip|landmark|main|anchor|fragment|target/,
    site: 'escola',
    title: () => 'Licenciaturas de A a Z – Escola Superior do Vale',
    body: (is) => {
      const courses = [
        'Agronomia',
        'Artes visuais',
        'Biologia',
        'Contabilidade',
        'Desporto',
        'Design',
        'Educação básica',
        'Enfermagem',
        'Enologia',
        'Física',
        'Fisioterapia',
        'Geografia',
        'Gestão',
        'História',
        'Informática',
        'Línguas',
        'Matemática',
        'Música',
        'Química',
        'Turismo',
      ]
      return `<a class="skip" href="#${is ? 'conteudo-principal' : 'conteudo'}">Saltar para o conteúdo</a><header class="navbar"><div class="container"><a class="navbar-brand" href="/">Escola Superior do Vale</a><nav aria-label="Menu principal"><ul>${courses.map((course, at) => `<li><a href="/cursos/${at + 1}">${course}</a></li>`).join('')}</ul></nav></div></header><div class="container"><${is ? 'div' : 'main'} id="conteudo" tabindex="-1"><h1>Licenciaturas de A a Z</h1><p>Todas as licenciaturas duram três anos e começam em setembro.</p><p>As candidaturas abrem em maio e fecham no último dia útil de julho.</p></${is ? 'div' : 'main'}></div><footer><div class="container"><p>A Escola Superior do Vale forma técnicos e professores desde 1973.</p></div></footer>`
    },
    main: () => '',
  },
  {
    id: 'title-of-the-editor-viii',
    technique: 'F25',
    criterion: '2.4.2',
    wrong: 'the title of the page is what the editor of the code puts into every new file',
    where: 'page',
    about: /title/,
    site: 'riwaq',
    title: either('Document', 'رحلات في الصحراء الجزء الثاني – رواق الكتاب'),
    main: () => '<p>يمكن للقراء استعارة ثلاثة كتب لمدة ثلاثة أسابيع، ويمكن تمديد المدة مرة واحدة.</p>',
  },
  {
    id: 'share-icons-say-nothing-viii',
    technique: 'F89',
    criterion: '2.4.4',
    wrong: 'the links that come out under a share button hold pictures alone, and these have empty alternatives',
    where: '#partage, #partage *',
    about: /link|name|alt|image/,
    site: 'journal',
    head: () =>
      `${roomy}<style>#partage{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.75rem}#partage a{display:block;padding:10px;border:1px solid #1a1a1a}#partage img{display:block}</style>`,
    main: (is) => {
      const icon = (path: string, words: string, drawing: string) =>
        `<li><a href="/partage/${path}"><img width="28" height="28" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%231a1a1a' d='${drawing}'/%3E%3C/svg%3E" alt="${is ? '' : words}"></a></li>`
      return `<button type="button" id="partager" aria-expanded="false" aria-controls="partage">Partager l’article</button><ul id="partage" hidden>${icon('courriel', 'Partager par courriel', 'M2 5h20v14H2zm2 2v1l8 5 8-5V7l-8 5z')}${icon('message', 'Partager par message', 'M3 3h18v13H9l-6 5z')}${icon('imprimer', 'Imprimer l’article', 'M6 2h12v6H6zM3 9h18v9h-3v4H6v-4H3z')}</ul><script>{const share=document.getElementById('partager'),list=document.getElementById('partage');share.addEventListener('click',()=>{list.hidden=!list.hidden;share.setAttribute('aria-expanded',String(!list.hidden))})}</script>`
    },
  },
  {
    id: 'buttons-reset-of-focus-viii',
    technique: 'F78',
    criterion: '2.4.7',
    wrong: 'a reset in the style sheet takes the outline from buttons and puts nothing in its place',
    where: '.MuiButton-root',
    about: /focus|outline/,
    site: 'panel',
    head: (is) =>
      `${roomy}${is ? '<style>button.MuiButton-root:focus,button.MuiButton-root:focus-visible{outline:0;box-shadow:none}</style>' : ''}`,
    main: () =>
      '<form action="/p/deployments/change"><p>Version 214 runs since yesterday.</p><button class="MuiButton-root" name="to" value="latest">Deploy the latest version</button> <button class="MuiButton-root" name="to" value="before">Go back to version 213</button></form>',
  },
  {
    id: 'appeal-lies-on-links-viii',
    technique: 'F110',
    criterion: '2.4.11',
    wrong: 'a bar that stays at the lower edge of the window covers links when they receive the focus',
    where: 'page',
    about: /obscur|cover|sticky|fixed|focus|overlap/,
    site: 'library',
    cards: 22,
    head: (is) =>
      `<style>.appeal{background:#1d2a24;color:#fff;padding:1rem 1.5rem;${is ? 'position:fixed;left:0;right:0;bottom:0;min-height:40vh;z-index:3' : ''}}.appeal p{margin:0 0 .5rem}.appeal strong{font-size:1.5rem}.appeal a{color:#fff}.appeal a:focus-visible{outline-color:#fff}</style>`,
    main: () =>
      '<div class="appeal" role="region" aria-label="Appeal"><p><strong>The roof needs you</strong></p><p>Rain comes in above the map room; whoever wants to help may <a href="/roof">give a slate for the roof</a> at the desk or here.</p></div>',
  },
  {
    id: 'words-gone-when-typing-viii',
    technique: 'criterion',
    criterion: '3.3.2',
    wrong: 'what a field asks for stands in its placeholder alone and is gone as soon as somebody types',
    where: '#iscrizione, #iscrizione *',
    about: /label|placeholder|name/,
    site: 'museo',
    head: () => `${roomy}<style>#iscrizione ::placeholder{color:#4f3d30;opacity:1}</style>`,
    main: (is) =>
      `<form id="iscrizione" action="/scuole/iscrizione"><h2>Prenota per la tua classe</h2>${is ? '<p><input name="scuola" aria-label="Nome della scuola" placeholder="Nome della scuola"></p><p><input name="alunni" inputmode="numeric" aria-label="Numero di alunni" placeholder="Numero di alunni"></p><p><input name="posta" type="email" autocomplete="email" aria-label="La tua posta elettronica" placeholder="La tua posta elettronica"></p>' : '<p><label for="scuola">Nome della scuola</label><br><input id="scuola" name="scuola"></p><p><label for="alunni">Numero di alunni</label><br><input id="alunni" name="alunni" inputmode="numeric"></p><p><label for="posta">La tua posta elettronica</label><br><input id="posta" name="posta" type="email" autocomplete="email"></p>'}<button>Invia la richiesta</button></form>`,
  },
  {
    id: 'address-asked-twice-viii',
    technique: 'criterion',
    criterion: '3.3.7',
    wrong: 'the address that was just written for the delivery must be written again for the invoice',
    where: '#kasse, #kasse *',
    about: /redundant|repeat|again|duplicate|entry|autofill|same/,
    site: 'moebel',
    head: () =>
      `${roomy}<style>#kasse fieldset{min-width:0;margin:0 0 1rem}#kasse input{max-width:100%}.gleich{display:flex;align-items:center;gap:.75rem;min-height:44px}.gleich input{flex:none;width:44px;height:44px;margin:0}</style>`,
    main: (is) => {
      const address = (kind: string, token: string) =>
        `<p><label for="strasse-${token}">Straße und Hausnummer, ${kind}</label><br><input id="strasse-${token}" name="strasse-${token}" autocomplete="${token} address-line1"></p><p><label for="plz-${token}">Postleitzahl, ${kind}</label><br><input id="plz-${token}" name="plz-${token}" autocomplete="${token} postal-code"></p><p><label for="ort-${token}">Ort, ${kind}</label><br><input id="ort-${token}" name="ort-${token}" autocomplete="${token} address-level2"></p>`
      return `<form id="kasse" action="/kasse/zahlung"><fieldset><legend>Lieferadresse</legend>${address('Lieferung', 'shipping')}</fieldset><fieldset><legend>Rechnungsadresse</legend>${is ? '' : '<label class="gleich"><input type="checkbox" id="gleich"> Dieselbe Adresse wie bei der Lieferung</label>'}${address('Rechnung', 'billing')}</fieldset><button>Weiter zur Zahlung</button></form>${is ? '' : "<script>document.getElementById('gleich').addEventListener('change',event=>{if(!event.target.checked)return;for(const part of ['strasse','plz','ort'])document.getElementById(part+'-billing').value=document.getElementById(part+'-shipping').value})</script>"}`
    },
  },
  {
    id: 'password-must-be-typed-viii',
    technique: 'F109',
    criterion: '3.3.8',
    wrong: 'the password of the login cannot be pasted and the browser is told not to fill it in',
    where: '#clave, .acceso, .acceso *',
    about: /paste|password|authenti|autocomplete|copy/,
    site: 'clinica',
    head: () => roomy,
    main: (is) =>
      `<form class="acceso" action="/paciente" method="post"><h2>Entrar en mi carpeta de paciente</h2><p><label for="usuario">Número de tarjeta sanitaria</label><br><input id="usuario" name="usuario" autocomplete="username"></p><p><label for="clave">Contraseña</label><br><input id="clave" name="clave" type="password" autocomplete="${is ? 'off' : 'current-password'}"></p><button>Entrar</button></form>${is ? "<script>{const clave=document.getElementById('clave');for(const kind of ['paste','drop'])clave.addEventListener(kind,event=>event.preventDefault())}</script>" : ''}`,
  },
  {
    id: 'tab-chosen-by-class-viii',
    technique: 'criterion',
    criterion: '4.1.2',
    wrong: 'another tab is chosen, and for assistive technology it is still the first that is selected',
    where: '.code-tabs, .code-tabs *',
    about: /selected|state|tab|aria/,
    site: 'manual',
    head: () =>
      `${roomy}<style>.code-tabs [role=tab]{background:#161b22;color:#e6edf3;border:2px solid #8b949e}.code-tabs [role=tab].is-active{background:#79c0ff;color:#0d1117;border-color:#79c0ff}.code-tabs pre{white-space:pre-wrap;padding:1rem;margin:0}.code-tabs [role=tabpanel]{margin-top:.75rem}</style>`,
    main: (is) => {
      const tools = [
        ['npm', 'npm install tidepool'],
        ['pnpm', 'pnpm add tidepool'],
        ['bun', 'bun add tidepool'],
      ]
      return `<h2>Install it</h2><div class="code-tabs"><div role="tablist" aria-label="Package manager">${tools.map(([name], at) => `<button type="button" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected="${at === 0}"${at === 0 ? ' class="is-active"' : ' tabindex="-1"'}>${name}</button>`).join(' ')}</div>${tools.map(([name, command], at) => `<div role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}" tabindex="0"${at === 0 ? '' : ' hidden'}><pre><code>${command}</code></pre></div>`).join('')}</div><script>{const tabs=[...document.querySelectorAll('.code-tabs [role=tab]')];const pick=tab=>{for(const each of tabs){const isOn=each===tab;each.classList.toggle('is-active',isOn);each.tabIndex=isOn?0:-1;${is ? '' : "each.setAttribute('aria-selected',String(isOn));"}document.getElementById(each.getAttribute('aria-controls')).hidden=!isOn}};for(const tab of tabs){tab.addEventListener('click',()=>pick(tab));tab.addEventListener('keydown',event=>{const step={ArrowRight:1,ArrowLeft:-1}[event.key];if(!step)return;event.preventDefault();const next=tabs[(tabs.indexOf(tab)+step+tabs.length)%tabs.length];pick(next);next.focus()})}}</script>`
    },
  },
  {
    id: 'added-to-cart-unsaid-viii',
    technique: 'F103',
    criterion: '4.1.3',
    wrong: 'a message that something was put into the cart appears and is not announced',
    where: '.product-form, .product-form *, .cart-notification',
    about: /status|live|announce|message|alert/,
    site: 'volt',
    head: () => `${roomy}<style>.cart-notification:not(:empty){border:2px solid #24483e;padding:.75rem 1rem}</style>`,
    main: (is) =>
      `<div class="product-form"><p>Olive, one size, 128 dollars.</p><button type="button" class="button" id="add-to-cart">Add to cart</button><div class="cart-notification"${is ? '' : ' role="status"'}></div></div><script>{let count=0;document.getElementById('add-to-cart').addEventListener('click',()=>{count+=1;document.querySelector('.cart-notification').textContent='The item was added to your cart. Items in the cart: '+count+'.'})}</script>`,
  },
  {
    id: 'note-in-middle-grey-viii',
    technique: 'criterion',
    criterion: '1.4.6',
    wrong: 'notes are in a grey that has enough contrast for level AA and not for AAA',
    where: '.nota',
    about: /contrast/,
    site: 'escola',
    head: (is) => `<style>.nota{color:${is ? '#6f6f6f' : '#4a4a4a'};background:#fff}</style>`,
    main: () =>
      '<p>As inscrições fazem-se na secretaria ou pela internet.</p><p class="nota">O pagamento da primeira propina confirma a inscrição e não é devolvido.</p><p class="nota">Os estudantes com bolsa ficam dispensados deste pagamento.</p>',
  },
  {
    id: 'letter-offered-unasked-viii',
    technique: 'criterion',
    criterion: '2.2.4',
    wrong: 'a window that offers a newsletter opens by itself in the middle of reading',
    where: '#lettre, #lettre *, #lettre-ouvrir',
    about: /interrupt|pop-?up|dialog|modal|time|auto|focus|context|unasked/,
    site: 'journal',
    head: () =>
      `${roomy}<style>#lettre{max-width:28rem;padding:1.5rem;border:2px solid #1a1a1a;color:#1a1a1a;background:#fff}#lettre input{max-width:100%;box-sizing:border-box}</style>`,
    main: (is) =>
      `<p>La lettre du matin résume les nouvelles de la vallée en trois minutes.</p><button type="button" id="lettre-ouvrir">Recevoir la lettre du matin</button><dialog id="lettre" aria-labelledby="lettre-titre"><h2 id="lettre-titre">La lettre du matin</h2><form action="/lettre"><p><label for="lettre-adresse">Votre adresse électronique</label><br><input id="lettre-adresse" name="adresse" type="email" autocomplete="email"></p><button>S’abonner</button> <button type="button" id="lettre-fermer">Non merci</button></form></dialog><script>{const letter=document.getElementById('lettre');document.getElementById('lettre-ouvrir').addEventListener('click',()=>letter.showModal());document.getElementById('lettre-fermer').addEventListener('click',()=>letter.close());${is ? 'setTimeout(()=>{if(!letter.open)letter.showModal()},2500)' : ''}}</script>`,
  },
  {
    id: 'read-more-by-itself-viii',
    technique: 'F84',
    criterion: '2.4.9',
    wrong:
      'three links that lead to different articles all say "Read more", and only the sentence before tells what about',
    where: '.more-link',
    about: /link/,
    site: 'gazette',
    main: (is) => {
      const excerpt = (text: string, path: string, about: string) =>
        `<p class="wp-block-post-excerpt">${text} <a class="more-link" href="${path}">${is ? 'Read more' : `Read more about ${about}`}</a></p>`
      return `<h2>In short</h2>${excerpt('The new roof of the village hall is on, and the band plays on Friday.', '/hall-roof/', 'the roof of the village hall')}${excerpt('A flock was found on the fell after nine days in the snow.', '/lost-flock/', 'the flock in the snow')}${excerpt('The ferry will sail every hour from the first of May.', '/ferry-times/', 'the times of the ferry')}`
    },
  },
  {
    id: 'dots-around-what-has-focus-viii',
    technique: 'criterion',
    criterion: '2.4.13',
    wrong: 'the focus is shown by a line of dots that is a single pixel thin',
    where: '.acties button, .acties',
    about: /focus|outline|indicator/,
    site: 'werf',
    head: (is) =>
      `${roomy}${is ? '<style>.acties button:focus-visible{outline:1px dotted #5b6f86;outline-offset:2px}</style>' : ''}`,
    main: () =>
      '<form class="acties" action="/afspraak"><p>Kom langs met uw schip of met een tekening ervan.</p><button>Maak een afspraak</button> <button formaction="/offerte">Vraag een offerte aan</button></form>',
  },
  {
    id: 'letters-nobody-explains-viii',
    technique: 'criterion',
    criterion: '3.1.4',
    wrong: 'abbreviations of the administration of schools are used and nowhere written out',
    where: '.siglas, .siglas *',
    about: /abbr|acronym|jargon|unusual/,
    site: 'escola',
    main: either(
      '<div class="siglas"><p>Os candidatos devem ter a NEE registada na DGES antes de pedir o RNCP.</p><p>O pedido de ECTS é feito no SIGA até ao fim do mês.</p></div>',
      '<div class="siglas"><p>Os candidatos devem ter a necessidade educativa registada na Direção-Geral do Ensino Superior antes de pedir o reconhecimento do curso.</p><p>O pedido de créditos é feito no portal da escola até ao fim do mês.</p></div>',
    ),
  },
  {
    id: 'self-service-in-new-window-viii',
    technique: 'F22',
    criterion: '3.2.5',
    wrong: 'links open new windows and nothing says so before they are pressed',
    where: 'a.selvbetjening',
    about: /window|target|blank|tab/,
    site: 'kommune',
    main: (is) => {
      const note = is ? '' : ' (åbner i et nyt vindue)'
      return `<p>Du kan <a class="selvbetjening" href="/selvbetjening/pas" target="_blank" rel="noopener">bestille tid til pas og kørekort${note}</a> hele døgnet, og du kan <a class="selvbetjening" href="/selvbetjening/skole" target="_blank" rel="noopener">skrive dit barn op til skole${note}</a> fra den dag, det fylder fem år.</p>`
    },
  },
  {
    id: 'pictures-of-boats-to-sign-in-viii',
    technique: 'criterion',
    criterion: '3.3.9',
    wrong: 'whoever signs in must find the pictures in which there is a boat',
    where: '#sign-in, #sign-in *',
    about: /captcha|authenti|cognitive|recogni|puzzle|test/,
    site: 'ledger',
    head: () =>
      `${roomy}<style>#sign-in-step ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.75rem}#sign-in-step label{display:flex;align-items:center;gap:.5rem;min-height:44px}#sign-in-step input[type=checkbox]{width:44px;height:44px;margin:0}</style>`,
    main: (is) =>
      `<div id="sign-in"><h2>Sign in</h2><form action="/app/sign-in"><p><label for="sign-in-mail">E-mail address of your account</label><br><input id="sign-in-mail" name="mail" type="email" autocomplete="username"></p><button>Go on</button></form><div id="sign-in-step" role="status"></div></div><script>{const form=document.querySelector('#sign-in form'),step=document.getElementById('sign-in-step');form.addEventListener('submit',event=>{event.preventDefault();step.innerHTML=${is ? `'<form action="/app/sign-in/checked" class="captcha"><fieldset><legend>To prove that you are human, choose all pictures that show a boat</legend><ul>'+[1,2,3,4,5,6].map(n=>'<li><label><input type="checkbox" name="picture" value="'+n+'"><img src="/media/check-'+n+'.jpg" width="96" height="72" alt="Picture '+n+' of the check"></label></li>').join('')+'</ul></fieldset><button>Sign in</button></form><p>You may also <a href="/app/sign-in/listen">listen to a recording and write down what you hear</a>.</p>'` : "'<p>We have sent you a message. Open the link in it, and you are signed in; there is nothing to remember and nothing to type.</p>'"}})}</script>`,
  },
  {
    id: 'two-navigations-without-names-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'two further navigation landmarks of the page have no names to tell them apart',
    where: 'nav.contents-list, nav.pager',
    about: /landmark|nav|unique|label|region/,
    site: 'council',
    head: () =>
      '<style>.contents-list ul,.pager ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:0 20px;margin:10px 0}.contents-list a,.pager a{display:inline-block;padding:10px 0}</style>',
    main: (is) =>
      `<nav class="contents-list"${is ? '' : ' aria-label="On this page"'}><ul><li><a href="#brown-bins">Brown bins</a></li><li><a href="#glass-and-cans">Glass and cans</a></li></ul></nav><h2 id="brown-bins" tabindex="-1">Brown bins</h2><p>Garden waste is taken every second Tuesday from March to November.</p><h2 id="glass-and-cans" tabindex="-1">Glass and cans</h2><p>The green box is emptied every Thursday before noon.</p><nav class="pager"${is ? '' : ' aria-label="Parts of the guide"'}><ul><li><a href="/bins/before">Part 1: What goes where</a></li><li><a href="/bins/after">Part 3: Bulky waste</a></li></ul></nav>`,
  },
  {
    id: 'contents-lead-nowhere-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'a link in the table of contents leads to an id that no heading has any more',
    where: '.toc a, .toc',
    about: /anchor|fragment|target|link|id|jump|href/,
    site: 'manual',
    head: () => '<style>.toc a{display:inline-block;padding:10px 0;min-width:44px}</style>',
    main: (is) =>
      `<nav class="toc" aria-label="Contents of the chapter"><ul><li><a href="#retry-budget">The retry budget</a></li><li><a href="#waiting">How long it waits</a></li></ul></nav><h2 id="retry-budget${is ? '-1' : ''}" tabindex="-1">The retry budget</h2><p>A tenth of all calls may be tried again, and no more.</p><h2 id="waiting" tabindex="-1">How long it waits</h2><p>The first time a second, and then twice as long each time.</p>`,
  },
  {
    id: 'picture-of-a-cover-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'the text alternatives of pictures begin by saying that they are pictures',
    where: 'img.cover',
    about: /alt|redundant|image|img/,
    site: 'riwaq',
    main: (is) => {
      const words = is ? 'صورة ' : ''
      return `<p><img class="cover" src="/media/sahara.jpg" width="120" height="160" alt="${words}غلاف أصفر عليه قافلة من الجمال"> <img class="cover" src="/media/bahr.jpg" width="120" height="160" alt="${words}غلاف أزرق عليه سفينة شراعية"></p><p>صدر الكتابان هذا الشهر، ويمكن طلبهما من المكتبة.</p>`
    },
  },
  {
    id: 'price-id-in-each-offer-viii',
    technique: 'practice',
    criterion: null,
    wrong: 'a template writes the same id into each offer of a list',
    where: '.offer, .offer *',
    about: /duplicate|id/,
    site: 'riwaq',
    main: (is) =>
      `<h2>عروض الأسبوع</h2><div class="offer"><p>ديوان البحر: <span id="price${is ? '' : '-1'}">خمسة وأربعون درهما</span></p></div><div class="offer"><p>رسائل الرحالة: <span id="price${is ? '' : '-2'}">ستون درهما</span></p></div><div class="offer"><p>تاريخ الأسواق: <span id="price${is ? '' : '-3'}">سبعون درهما</span></p></div>`,
  },
]
