/** Forms sent twice, labels and stars that only the eye can place, and what stays over the page. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type Lab, openLab } from '#test/workers/scan-page/checks/lab'

setDefaultTimeout(60_000)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const seen = (rule: string, html: string) => lab.see(rule, `<body>${html}`)
const found = async (rule: string, html: string) => (await lab.check(`<body><main>${html}</main>`)).of(rule)

const twoFields = `<p><label for="n">Name (required)</label> <input id="n" autocomplete="name" aria-required="true"> <span id="ne"></span></p>
  <p><label for="m">Email (required)</label> <input id="m" type="email" autocomplete="email" aria-required="true"> <span id="me"></span></p><p id="e" role="alert"></p><button>Go on</button>`
const told = (act: string) =>
  `<form id="f" novalidate>${twoFields}</form><script>f.onsubmit = (sent) => { sent.preventDefault(); ${act} }</script>`
const marks = (clears: boolean) =>
  `for (const [field, at, say] of [[n, ne, 'Enter your name'], [m, me, 'Enter an email address']]) { if (!field.value) { field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', at.id); at.textContent = say } ${clears ? "else { field.removeAttribute('aria-invalid'); at.textContent = '' }" : ''} } (n.value ? m : n).focus()`

test('a form that is turned down keeps what was entered', async () => {
  const rule = 'entries-wiped'
  const sums = "if (!n.value || !m.value) { e.textContent = 'Enter your name and an email address'"

  expect(await found(rule, told(`${sums}; f.reset() }`))).toEqual(['practice #n'])
  expect(await found(rule, told(`${sums} }`))).toEqual([])
  // Written anew, by fields of the same names.
  const anew = (keeps: boolean) =>
    `<div id="app"></div><script>const draw = (error, name = '') => { app.innerHTML = '<form id="f" novalidate><label for="n">Name</label> <input id="n" required autocomplete="name" value="' + name + '"><label for="m">Email</label> <input id="m" type="email" required' + (error ? ' aria-invalid="true" aria-describedby="e"' : '') + '><p id="e" role="alert">' + error + '</p><button>Go on</button></form>'
     f.onsubmit = (sent) => { sent.preventDefault(); draw('Enter an email address', ${keeps ? 'n.value' : "''"}); m.focus() } }; draw('')</script>`
  expect(await found(rule, anew(false))).toEqual(['practice #n'])
  expect(await found(rule, anew(true))).toEqual([])
  // What was taken is emptied by right.
  expect(await found(rule, told("e.textContent = 'Thank you'; f.reset()"))).toEqual([])
})

test('a field that was mended is not called wrong any more', async () => {
  const rule = 'error-left-behind'

  expect(await found(rule, told(marks(false)))).toEqual(['practice #n'])
  expect(await found(rule, told(marks(true)))).toEqual([])
})

test('a form that answers in the title of the window alone answers nobody', async () => {
  const rule = 'form-refuses-silently'

  expect(await found(rule, told("if (!n.value) document.title = 'Error: enter your name'"))).toEqual(['practice #n'])
  expect(
    await found(rule, told("if (!n.value) { document.title = 'Error'; e.textContent = 'Enter your name' }")),
  ).toEqual([])
})

test('labels of two fields beside one another name each the other’s', async () => {
  const grid = (first: string, second: string) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr;width:30rem"><div><label id="x" for="${first}">Arrival</label><br><div><input id="a" type="date"></div></div><div><label for="${second}">Departure</label><br><div><input id="b" type="date"></div></div></div>`
  const cells = (first: string, second: string) =>
    `<table><tr><td><label id="x" for="${first}">First name</label></td><td><input id="a"></td></tr><tr><td><label for="${second}">Name of the dog</label></td><td><input id="b"></td></tr></table>`
  const rule = 'label-of-other-field'

  for (const form of [grid, cells]) {
    expect(await seen(rule, form('b', 'a'))).toEqual(['violation #x'])
    expect(await seen(rule, form('a', 'b'))).toEqual([])
  }
})

test('areas of a picture are called by what they lead to', async () => {
  const map = (names: string[], more = '') =>
    `<div><img src="/m.png" alt="Our piers" usemap="#m" width="99" height="99"><map name="m">${names.map((name, at) => `<area href="/${at}" shape="rect" coords="${at * 9},0,${at * 9 + 9},9" alt="${name}">`).join('')}</map>${more}</div>`
  const rule = 'area-not-named'

  expect(await seen(rule, map(['north-pier.html', 'South pier']))).toHaveLength(1)
  expect((await seen(rule, map(['1', '2', '3'])))[0]).toStartWith('practice')
  expect(await seen(rule, map(['North pier', 'South pier']))).toEqual([])
  expect(await seen(rule, map(['1', '2'], '<ol><li>North pier</li><li>South pier</li></ol>'))).toEqual([])
})

test('a star that is a picture without words marks what is required', async () => {
  const form = (star: string, more = '') =>
    `<form><p>Fields with a star are required.</p><p><label for="x">Name ${star}</label> <input id="x" ${more}></p><p><label for="c">Comment</label> <input id="c"></p></form>`
  const picture = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="" width="9" height="9">'
  const drawn = '<i style="display:inline-block;width:9px;height:9px;background:url(/star.png)"></i>'
  const rule = 'required-by-picture'

  expect(await seen(rule, form(picture))).toEqual(['practice #x'])
  expect(await seen(rule, form(drawn))).toEqual(['practice #x'])
  expect(await seen(rule, form(picture.replace('alt=""', 'alt="required"')))).toEqual([])
  expect(await seen(rule, form(picture, 'required'))).toEqual([])
  expect(await seen(rule, form(picture).replace('are required', 'win a prize'))).toEqual([])
})

test('an asterisk is explained before the fields that it stands at', async () => {
  const form = (before: string, after: string) =>
    `<form>${before}<p><label for="x">Name *</label> <input id="x" required></p><p><label for="m">Town *</label> <input id="m" required></p><p><label for="c">Comment</label> <input id="c"></p>${after}</form>`
  const rule = 'required-not-told'

  expect(await seen(rule, form('', '<p>* required fields</p>'))).toEqual(['practice #x'])
  expect(await seen(rule, form('', '<small>* Pflichtfeld</small>'))).toEqual(['practice #x'])
  expect(await seen(rule, form('<p>* required fields</p>', ''))).toEqual([])
  expect(await seen(rule, form('<p>Fields marked * are required.</p>', '<p>* required fields</p>'))).toEqual([])
})

test('figures of a scale whose group asks the question are names enough', async () => {
  const scale = (legend: string) =>
    `<fieldset>${legend}<input type="radio" name="r" id="x"><label for="x">1</label><input type="radio" name="r" id="y"><label for="y">2</label></fieldset>`
  const rule = 'label-not-descriptive'

  expect(await seen(rule, scale('<legend>How well did you sleep?</legend>'))).toEqual([])
  expect(await seen(rule, scale(''))).toHaveLength(2)
})

test('two groups that a browser fills in with the same ask one person twice', async () => {
  const group = (legend: string, at: string, token = '') =>
    `<fieldset id="x${at}"><legend>${legend}</legend><label for="e${at}">Email ${at}</label><input id="e${at}" type="email" autocomplete="${token}email"><label for="s${at}">Street ${at}</label><input id="s${at}" autocomplete="${token}street-address"></fieldset>`
  const rule = 'entry-asked-twice'

  expect(await seen(rule, `<form>${group('You', '1')}${group('Bill', '2')}</form>`)).toEqual(['review #x2'])
  expect(await seen(rule, `<form>${group('You', '1')}${group('Guest', '2')}</form>`)).toEqual([])
  expect(
    await seen(
      rule,
      `<form>${group('You', '1')}<input type="checkbox" id="k"><label for="k">Same as above</label>${group('Bill', '2')}</form>`,
    ),
  ).toEqual([])
})

test('what lies over the page closes when the focus has left it, or by Escape', async () => {
  const menu = (more: string) =>
    `<div style="position:relative"><button type="button" id="b" aria-expanded="false" aria-controls="s">Boats</button><ul id="s" hidden style="position:absolute;top:100%;left:0;background:#fff;border:1px solid;width:20rem;height:9rem;margin:0"><li><a href="/a">Rowing</a></li><li><a href="/b">Sailing</a></li></ul></div>
     <p><a href="/rules">The rules on the water</a></p><p><a href="/w">Weather</a></p>
     <script>const set = (is) => { s.hidden = !is; b.setAttribute('aria-expanded', String(is)) }; b.onclick = () => set(s.hidden); ${more}</script>`
  const rule = 'flyout-stays'

  expect(await found(rule, menu(''))).toEqual(['practice #s'])
  expect(
    await found(
      rule,
      menu(
        's.parentNode.addEventListener("focusout", (left) => s.parentNode.contains(left.relatedTarget) || set(false))',
      ),
    ),
  ).toEqual([])
  expect(
    await found(rule, menu('document.addEventListener("keydown", (key) => key.key === "Escape" && set(false))')),
  ).toEqual([])
  // What is pushed down by it is not covered.
  expect(await found(rule, menu('').replace('position:absolute', 'position:static'))).toEqual([])
})

test('a figure between two buttons that count it up and down is said', async () => {
  const stepper = (value: string) =>
    `<div role="group" aria-label="Persons"><button type="button" id="a" aria-label="Fewer">−</button>${value}<button type="button" id="b" aria-label="More">+</button></div><script>let k = 2; b.onclick = () => { v.textContent = ++k }; a.onclick = () => { v.textContent = --k }</script>`
  const rule = 'status-not-announced'

  expect(await found(rule, stepper('<span id="v">2</span>'))).toContain('practice #v')
  expect(await found(rule, stepper('<output id="v">2</output>'))).toEqual([])
  expect(await found(rule, stepper('<span id="v" role="status">2</span>'))).toEqual([])
})

test('a button that says it asks first is pressed, whatever it is called', async () => {
  const list = (more: string) =>
    `<button type="button" id="b" ${more}>Remove the canoe</button><div id="s" role="dialog" aria-modal="true" aria-label="Sure?" hidden style="position:fixed;inset:10%;background:#fff"><p>It cannot be undone.</p><button type="button" id="c">Keep it</button></div><script>b.onclick = () => { s.hidden = false }; c.onclick = () => { s.hidden = true }</script>`
  const rule = 'dialog-focus'

  expect(await found(rule, list('aria-haspopup="dialog"'))).toHaveLength(1)
  expect(await found(rule, list('data-bs-toggle="modal"'))).toHaveLength(1)
  expect(await found(rule, list(''))).toEqual([])
})

test('titles over single lines are headings where two look alike', async () => {
  const title = (id: string, text: string) => `<div id="${id}" style="font-size:26px;font-weight:700">${text}</div>`
  const rule = 'heading-by-looks'
  const first = `${title('x', 'Opening hours')}<p>From nine to six, every day of the week.</p>`

  expect(await seen(rule, `${first}${title('y', 'Prices')}<p>Ten pounds an hour.</p>`)).toEqual([
    'practice #x',
    'practice #y',
  ])
  expect(await seen(rule, first)).toEqual([])
  expect(
    await seen(rule, `${title('x', 'Guests')}<p>this year so far</p>${title('y', 'Boats')}<p>on the lake now</p>`),
  ).toEqual([])
})

test('a dialog that is there from the first and says that it is modal keeps Tab to itself', async () => {
  const page = (more: string, script = '') =>
    `<p id="p"><a href="/boats">All the boats</a></p><div id="m" role="dialog" ${more} aria-label="News" style="position:fixed;inset:20%;background:#fff"><button type="button" id="x">Not now</button> <a href="/n" id="y">More</a></div><script>${script}</script>`
  const keeps =
    "x.focus(); m.onkeydown = (key) => { if (key.key === 'Tab') { key.preventDefault(); (document.activeElement === x ? y : x).focus() } }"
  const rule = 'dialog-tab-leaves'

  expect(await found(rule, page('aria-modal="true"'))).toEqual(['violation #m'])
  expect(await found(rule, page('aria-modal="true"', 'x.focus()'))).toEqual(['violation #m'])
  expect(await found(rule, page('aria-modal="true"', keeps))).toEqual([])
  expect(await found(rule, page('aria-modal="true"', 'p.inert = true; x.focus()'))).toEqual([])
  expect(await found(rule, page(''))).toEqual([])
})

test('what a field says when it is left is held to what a sent form is held to', async () => {
  const form = (act: string) =>
    `<form id="f" action="/go"><p id="r"><label for="m">Email</label> <input id="m" type="email" required style="border:1px solid #777"></p><p id="s" role="alert"></p><p><label for="w">Password</label> <input id="w" type="password" required></p><button>Go on</button></form><script>const judge = (field) => { const isRight = field.value.includes('@'); ${act} }</script>`
  const left = "m.addEventListener('blur', () => judge(m))"
  const above = "f.addEventListener('focusout', ({ target }) => target === m && judge(m))"
  const red = "field.style.borderColor = isRight ? '#777' : '#c00'"
  const says = `${red}; s.textContent = isRight ? '' : 'Enter an email address such as kim@example.org'`
  const vague = `r.querySelector('.error')?.remove(); if (!isRight) r.insertAdjacentHTML('beforeend', '<span class="error">Invalid!</span>')`
  const heard = (act: string, hears: string) => form(act).replace('</script>', `; ${hears}</script>`)

  for (const hears of [left, above]) {
    expect(await found('error-by-colour-alone', heard(red, hears))).toEqual(['practice #m'])
    expect(await found('error-by-colour-alone', heard(says, hears))).toEqual([])
    expect(await found('error-message-vague', heard(vague, hears))).toHaveLength(1)
  }
})

test('a head that puts the rows in order says so', async () => {
  const table = (act: string, more = '') =>
    `${more}<table><thead><tr><th scope="col" id="h"><button type="button" id="b">Name</button></th><th scope="col">Price</th></tr></thead><tbody id="t"><tr><td>Kayak</td><td>10</td></tr><tr><td>Canoe</td><td>12</td></tr></tbody></table><script>b.onclick = () => { t.append(t.rows[0]); ${act} }</script>`
  const rule = 'sort-not-told'

  expect(await found(rule, table(''))).toEqual(['practice #h'])
  expect(await found(rule, table("h.classList.toggle('up')"))).toEqual(['practice #h'])
  expect(await found(rule, table("h.setAttribute('aria-sort', 'ascending')"))).toEqual([])
  expect(await found(rule, table("b.textContent = 'Name, sorted upwards'"))).toEqual([])
  expect(await found(rule, table("s.textContent = 'Sorted by name'", '<p role="status" id="s"></p>'))).toEqual([])
})
