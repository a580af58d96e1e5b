/** What forms leave unsaid, each beside what resembles it and is right. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body>${html}`)

test('a list whose groups are options, blanks or groups without a name', async () => {
  const list = (options: string) =>
    seen(
      'options-grouped-by-looks',
      `<label for="x">From</label><select id="x"><option>Choose</option>${options}</select>`,
    )
  const towns = (names: string) =>
    names
      .split(' ')
      .map((name) => `<option>${name}</option>`)
      .join('')

  expect(
    await list(
      `<option disabled>--- France ---</option>${towns('Calais Dieppe')}<option value="">== England</option>${towns('Dover Hull')}`,
    ),
  ).toEqual(['practice #x'])
  expect(await list('<option>Rathaus<option>&nbsp;&nbsp;Meldeamt<option>Bauhof<option>&nbsp;&nbsp;Straßen')).toEqual([
    'practice #x',
  ])
  expect(
    await list(`<optgroup>${towns('Calais Dieppe')}</optgroup><optgroup label=" ">${towns('Dover Hull')}</optgroup>`),
  ).toEqual(['practice #x'])
  expect(
    await list(
      `<optgroup label="France">${towns('Calais Dieppe')}</optgroup><optgroup label="England">${towns('Dover Hull')}</optgroup>`,
    ),
  ).toEqual([])
  // A line, a town that is sold out, what stands last, temperatures.
  expect(
    await list(
      `${towns('Dover Calais')}<option disabled>──────</option>${towns('Hull Deal')}<option disabled>Dieppe (full)</option>${towns('Rye')}<option value="">– none of them –</option>`,
    ),
  ).toEqual([])
  expect(await list('<option>−5 °C<option>−2 °C<option>+3 °C<option>(other)<option>#4 bus')).toEqual([])
  // What is asked for most stands first.
  expect(
    await list(
      `<optgroup>${towns('Dover Hull')}</optgroup><optgroup label="All towns">${towns('Calais Dieppe')}</optgroup>`,
    ),
  ).toEqual([])
})

test('the parts of a date are fields of their own, and nothing says of which date', async () => {
  const parts = (names: readonly string[]) =>
    names.map((name, at) => `<label for="f${at}">${name}</label><input id="f${at}">`).join('')
  const see = (html: string) => seen('choices-without-group', `<form>${html}</form>`)

  expect(await see(`<p>Date de naissance</p>${parts(['Jour *', 'Mois', 'Année (AAAA)'])}`)).toEqual(['practice #f0'])
  expect(await see(parts(['Stunde', 'Minute']).replace('Minute', 'Minuten'))).toEqual(['practice #f0'])
  expect(await see(`<fieldset><legend>Geburtsdatum</legend>${parts(['Tag', 'Monat', 'Jahr'])}</fieldset>`)).toEqual([])
  expect(await see(`<div role="group" aria-label="Date of birth">${parts(['Day', 'Month', 'Year'])}</div>`)).toEqual([])
  expect(await see(parts(['Day of birth', 'Month of birth', 'Year of birth']))).toEqual([])
  // One who looks for the papers of a month.
  expect(await see(parts(['Year', 'Month', 'Search']))).toEqual([])
})

test('a field takes so many letters, or files of some kinds, and does not say so', async () => {
  const see = (html: string) => seen('format-not-told', `<form>${html}<button>Send</button></form>`)
  const remark = (label: string, rest = '') =>
    see(`<label for="x">${label}</label><textarea id="x" maxlength="120"></textarea>${rest}`)
  const file = (label: string, kinds: string) =>
    see(`<label for="x">${label}</label><input type="file" id="x" accept="${kinds}">`)

  expect(await remark('What is broken?')).toEqual(['review #x'])
  expect(await remark('What is broken? (at most 120 characters)')).toEqual([])
  expect(await remark('What is broken?', '<p>120 left</p>')).toEqual([])
  expect(await remark('What is broken?', '<div class="count"><span>0</span>/<span>120</span></div>')).toEqual([])
  expect(await file('Proof of address', '.pdf,.jpg')).toEqual(['review #x'])
  expect(await file('Proof of address (PDF)', '.pdf')).toEqual([])
  expect(await file('Photo', '.jpg, .png')).toEqual([])
  expect(await file('Proof of address', 'image/*,.pdf')).toEqual([])
})

const found = async (rule: string, html: string) => (await lab.check(`<body>${html}`)).of(rule)

test('letters are counted while one writes: silently, and at each of them', async () => {
  const remark = (count: string, script: string, described = '') =>
    `<form><label for="t">Remark</label><textarea id="t" maxlength="200" ${described}></textarea><p id="x" ${count}>200</p></form><script>t.oninput=()=>{${script}}</script>`
  const at = 'x.textContent=200-t.value.length'
  const later = 'clearTimeout(window.at);window.at=setTimeout(()=>{x.textContent=200-t.value.length+" left"},900)'

  expect(await found('status-not-announced', remark('', at))).toEqual(['practice #x'])
  expect(await found('status-not-announced', remark('role="status"', at))).toEqual([])
  expect(await found('status-not-announced', remark('', at, 'aria-describedby="x"'))).toEqual([])
  expect(await found('status-not-announced', remark('', 'x.textContent="Draft kept at 10:41"'))).not.toContain(
    'practice #x',
  )
  expect(await found('told-at-each-letter', remark('role="alert"', at))).toEqual(['practice #x'])
  expect(await found('told-at-each-letter', remark('role="alert"', later))).toEqual([])
  expect(await found('told-at-each-letter', remark('role="status"', at))).toEqual([])
  expect(
    await found(
      'told-at-each-letter',
      remark('role="alert"', 'x.textContent=t.value.length>5?"5 letters are enough":""'),
    ),
  ).toEqual([])
})

test('a field that a choice brings out stands before it', async () => {
  const choice =
    '<fieldset><legend>At school?</legend><label><input type="radio" name="s" id="y"> Yes</label> <label><input type="radio" name="s" id="n"> No</label></fieldset>'
  const part = '<div id="o" hidden><label for="x">School</label><input id="x"></div>'
  const act = '<script>y.onchange=()=>o.hidden=false;n.onchange=()=>o.hidden=true</script>'

  expect(await found('field-revealed-before', `<form>${part}${choice}</form>${act}`)).toEqual(['practice #x'])
  expect(await found('field-revealed-before', `<form>${choice}${part}</form>${act}`)).toEqual([])
  expect(
    await found(
      'field-revealed-before',
      `<form>${part}${choice}</form>${act.replace('o.hidden=false', '{o.hidden=false;x.focus()}')}`,
    ),
  ).toEqual([])
  // One comes in the place of another, and one that was there is drawn anew.
  expect(
    await found(
      'field-revealed-before',
      `<form><p id="p"><label>County <input id="c"></label></p>${choice}</form><script>y.onchange=()=>p.innerHTML='<label>State <input id="st"></label>'</script>`,
    ),
  ).toEqual([])
  expect(
    await found(
      'field-revealed-before',
      `<form><p id="p"><label>Red (12) <input type="checkbox" name="red"></label></p>${choice}</form><script>y.onchange=()=>p.innerHTML='<label>Red (3) <input type="checkbox" name="red"></label>'</script>`,
    ),
  ).toEqual([])
})

test('a slider shows a value and says another', async () => {
  const slider = (shown: string, script: string, rest = 'min="1" max="6"') =>
    found(
      'slider-says-other',
      `<form><label for="x">Price</label><input type="range" id="x" ${rest} value="3"><output id="v" for="x">${shown}</output></form><script>x.oninput=()=>{${script}}</script>`,
    )

  expect(await slider('150 €', 'v.value=x.value*50+" €"')).toEqual(['practice #x'])
  expect(await slider('medium', 'v.value=["","low","low","medium","medium","high","high"][x.value]')).toEqual([
    'practice #x',
  ])
  expect(await slider('3 rooms', 'v.value=x.value+" rooms"')).toEqual([])
  expect(await slider('40 %', 'v.value=(x.value-1)*20+" %"')).toEqual([])
  expect(
    await slider(
      '150 €',
      'v.value=x.value*50+" €";x.setAttribute("aria-valuetext",v.value)',
      'min="1" max="6" aria-valuetext="150 €"',
    ),
  ).toEqual([])
  expect(
    await slider('3,000 m', 'v.value=Number(x.value).toLocaleString("en")+" m"', 'step="1000" min="1000" max="6000"'),
  ).toEqual([])
})

test('a password is shown and hidden by a button that is called the same all the while', async () => {
  const toggle = (script: string, rest = '') =>
    found(
      'state-not-told',
      `<form><label for="p">Password</label><input id="p" type="password"><button type="button" id="x" aria-label="Show password" ${rest}>o</button></form><script>x.onclick=()=>{p.type=p.type==='text'?'password':'text';${script}}</script>`,
    )

  expect(await toggle('')).toEqual(['practice #x'])
  expect(await toggle('x.setAttribute("aria-label",p.type==="text"?"Hide password":"Show password")')).toEqual([])
  expect(await toggle('x.setAttribute("aria-pressed",p.type==="text")', 'aria-pressed="false"')).toEqual([])
  expect(await toggle('x.setAttribute("aria-checked",p.type==="text")', 'role="switch" aria-checked="false"')).toEqual(
    [],
  )
})

test('rules of a password of which dots that a style draws tell which are kept', async () => {
  const rules = (css: string, script: string) =>
    found(
      'entry-judged-by-color',
      `<style>li{list-style:none}li::before{content:"";display:inline-block;width:9px;height:9px;border-radius:5px;background:#b00000}${css}</style><form><label for="p">New password</label><input id="p" type="password" autocomplete="new-password"><ul><li id="x">Ten characters</li></ul></form><script>p.oninput=()=>{${script}}</script>`,
    )

  expect(await rules('.ok::before{background:#007000!important}', 'x.className=p.value?"ok":""')).toEqual([
    'practice #x',
  ])
  expect(await rules('.ok::before{background:#007000!important;content:"✓"}', 'x.className=p.value?"ok":""')).toEqual(
    [],
  )
  expect(
    await rules(
      '.ok::before{background:#007000!important}',
      'x.className=p.value?"ok":"";x.textContent=p.value?"Ten characters: kept":"Ten characters"',
    ),
  ).toEqual([])
  expect(await rules('.ok::before{background:#9dffb0!important}', 'x.className=p.value?"ok":""')).toEqual([])
})

test('choices in a line stand behind their labels, and a group is not called by its question', async () => {
  const meal = (name: string, behind: boolean, gap = '') =>
    behind
      ? `<label for="${name}">${name}</label> <input type="radio" name="m" id="${name}" style="${gap}">`
      : `<input type="radio" name="m" id="${name}"> <label for="${name}">${name}</label>`
  const line = (behind: boolean, gap = '') =>
    seen(
      'label-before-choice',
      `<fieldset><legend>Meal</legend>${['fish', 'meat', 'none'].map((name) => meal(name, behind, gap)).join(' ')}</fieldset>`,
    )
  const group = (legend: string, before: string) =>
    seen(
      'label-not-descriptive',
      `${before}<fieldset><legend id="x">${legend}</legend><label><input type="radio" name="s"> Yes</label><label><input type="radio" name="s"> No</label></fieldset>`,
    )

  expect(await line(true)).toEqual(['practice #fish'])
  expect(await line(false)).toEqual([])
  expect(await line(true, 'margin-inline-end:40px')).toEqual([])
  expect(
    await seen(
      'label-before-choice',
      ['fish', 'meat', 'none'].map((name) => `<div>${meal(name, true)}</div>`).join(''),
    ),
  ).toEqual([])
  expect(await group('Choice', '<p>Would you like it printed?</p>')).toEqual(['practice #x'])
  expect(await group('Would you like it printed?', '<p>Do you have a minute?</p>')).toEqual([])
  expect(await group('Options', '<p>These hold for all orders.</p>')).toEqual([])
})

test('the fields of a card say to the browser what they are', async () => {
  const card = (one: string, two: string) =>
    seen(
      'autocomplete-missing',
      `<form><label for="a">Card number</label><input id="a" ${one}><label for="b">Name on card</label><input id="b" ${two}></form>`,
    )

  expect(await card('', '')).toEqual(['practice #a', 'practice #b'])
  expect(await card('autocomplete="cc-number"', 'autocomplete="cc-name"')).toEqual([])
  // One of a library.
  expect(await card('', 'autocomplete="cc-name"')).toEqual(['review #a'])
  expect(
    await seen(
      'autocomplete-missing',
      '<form><label for="a">Number of cards</label><input id="a"><label for="b">Card of the day</label><input id="b"></form>',
    ),
  ).toEqual([])
})

test('a note about all fields behind one that is wrong is no message of it', async () => {
  const street = (behind: string) =>
    seen(
      'error-not-tied-to-field',
      `<form><label for="s">Street</label><input id="s" aria-invalid="true">${behind}</form>`,
    )

  expect(await street('<p id="x">All fields are required.</p>')).toEqual([])
  expect(await street('<p id="x">* is required</p>')).toEqual([])
  expect(await street('<p id="x">Les champs marqués sont obligatoires.</p>')).toEqual([])
  expect(await street('<p id="x">A street is required.</p>')).toEqual(['practice #x'])
  expect(await street('<p id="x" class="error">All streets must be in town.</p>')).toEqual(['practice #x'])
})

test('a field that nothing can be written into opens its calendar for the mouse alone', async () => {
  const visit = (attributes: string, script: string, beside = '') =>
    found(
      'control-without-keys',
      `<main><form><p><label for="x">Day of your visit</label> <input id="x" ${attributes}>${beside}</p><div id="c" hidden>May</div></form></main><script>${script}</script>`,
    )

  expect(await visit('readonly', 'x.onmousedown=()=>c.hidden=false')).toEqual(['practice #x'])
  expect(await visit('', 'x.onmousedown=()=>c.hidden=false')).toEqual([])
  expect(await visit('readonly', 'x.onclick=x.onfocus=()=>c.hidden=false')).toEqual([])
  expect(
    await visit(
      'readonly',
      'x.onclick=()=>c.hidden=false',
      '<button type="button" onclick="c.hidden=false">Choose a day</button>',
    ),
  ).toEqual([])
  // What is copied from it by a click holds something.
  expect(await visit('readonly value="HERON-7"', 'x.onclick=()=>x.select()')).toEqual([])
})

test('how many a search on the page has found is said to the eye alone', async () => {
  const recipes = (region: string, script: string) =>
    found(
      'status-not-announced',
      `<main><form id="f" role="search"><label for="q">Search recipes</label> <input id="q" type="search"> <button>Search</button></form><div id="r" ${region}></div></main><script>f.onsubmit=(e)=>{${script}}</script>`,
    )
  const answer =
    'e.preventDefault();r.innerHTML=\'<h2 id="h" tabindex="-1">Results</h2><p id="x">3 recipes found</p><ul><li>Leek soup</ul>\''

  expect(await recipes('', answer)).toEqual(['practice #x'])
  expect(await recipes('aria-live="polite"', answer)).toEqual([])
  expect(await recipes('', `${answer};h.focus()`)).toEqual([])
  expect(
    await recipes(
      '',
      'e.preventDefault();r.innerHTML="<ul><li>Leek soup for 4 people</ul><p>Rye bread, 12 slices</p>"',
    ),
  ).toEqual([])
  // The browser leads to a page of results.
  expect(await recipes('', 'r.innerHTML="<p>3 recipes found</p>"')).toEqual([])
})
