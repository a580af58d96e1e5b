/** Plans and their prices; styles by a library that names classes after their content, no element has an id. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const line = (text: string) => `<li class="css-8k1w2d" data-item>${icon('check', 16)}<span>${text}</span></li>`

const plan = (
  name: string,
  price: string,
  text: string,
  lines: string,
  button: string,
  marks = '',
) => `<section class="css-1q9tz0e" ${marks}>
  <h2 class="css-x4m7aa">${name}</h2><p class="css-9pt3r1">${price}<small class="css-0dd21k"> a month</small></p><p class="css-3lwq8s">${text}</p>
  <ul class="css-m5zb1f">${lines}</ul>${button}
</section>`

export const pricingPage: PageSource = {
  name: 'pricing',
  manner: 'styles in script, classes by hash',
  title: 'Plans · Kestrel Mail',
  lang: 'en',
  css: (become) => `
body{margin:0;font-family:${become('system-ui,"DejaVu Sans",sans-serif', { family: '"DejaVu Serif",serif' })};color:#102a43;background:#f0f4f8}
.css-17c0hd{display:flex;align-items:center;gap:16px;padding:14px 28px;background:#fff;border-bottom:${become('1px solid #bcccdc', { hairline: '0 solid #bcccdc' })}}
.css-17c0hd b{font-size:19px;letter-spacing:${become('-.01em', { tracking: '.07em' })}}
.css-lz81mv{text-align:center;padding:52px 20px 96px;background-image:linear-gradient(135deg,#d9e2ec,${become('#bcccdc', { backdrop: '#f7c9b6' })})}
.css-lz81mv h1{margin:0 0 12px;font-size:${become('38px', { size: '42px' })};font-weight:${become('700', { weight: '400' })};line-height:1.15}
.css-lz81mv p{margin:0 auto;max-width:34rem;line-height:${become('1.55', { leading: '1.8' })}}
.css-be0w7r{display:grid;grid-template-columns:repeat(3,1fr);gap:${become('20px', { gap: '30px' })};max-width:1060px;margin:-56px auto 0;padding:0 20px;align-items:start}
.css-1q9tz0e{background:#fff;border-radius:${become('8px', { radius: '6px' })};padding:24px;box-shadow:${become('0 2px 8px #102a4324', { shadow: '0 10px 24px #102a4340' })};position:relative}
.css-x4m7aa{margin:0;font-size:17px;text-transform:${become('uppercase', { capitals: 'none' })}}
.css-9pt3r1{margin:10px 0;font-size:32px;font-weight:700}.css-0dd21k{font-size:14px;font-weight:400;color:${become('#486581', { 'muted-contrast': '#9fb3c8' })}}
.css-3lwq8s{margin:0 0 ${become('16px', { margin: '24px' })};line-height:1.45;color:#334e68}
.css-m5zb1f{list-style:none;margin:0 0 20px;padding:0}.css-8k1w2d{display:flex;gap:8px;padding:5px 0;align-items:center;color:#334e68}
.css-p7uu2c{position:absolute;right:16px;top:-12px;z-index:${become('auto', { stack: '-1' })};background:#de911d;color:#fff;border-radius:99px;padding:4px 12px;font-size:13px}
.css-btn0a1{width:100%;padding:12px;border:0;border-radius:6px;font:inherit;font-weight:600;color:#fff;background-color:${become('#0967d2', { 'token-colour': '#0552b5', 'subtle-colour': '#1470d8' })}}
.css-btn1b2{width:100%;padding:12px;border:0;border-radius:6px;font:inherit;background:#d9e2ec;color:#102a43}.css-btn1b2:disabled{background:#f0f4f8;color:#9fb3c8}
.css-faq9k4{max-width:760px;margin:48px auto;padding:0 20px}.css-faq9k4 h2{text-align:${become('left', { align: 'center' })}}
.css-q1w2e3{background:#fff;border-left:4px solid #0967d2;padding:${become('12px', { padding: '14px' })};margin-bottom:12px;line-height:1.5}
.css-q4r5t6{opacity:${become('1', { faint: '.6' })};margin:0 0 12px;display:flex;gap:14px;align-items:center}
.css-q4r5t6 img{width:64px;height:64px;border-radius:50%;object-fit:cover}
.css-cl1p77{width:210px;white-space:nowrap;overflow:${become('hidden', { clip: 'visible' })};background:#fff;padding:8px;font-size:14px}
.css-lnk3d9{color:#0967d2;text-decoration:${become('underline', { underline: 'none' })}}
.css-ld5ng8{display:inline-block;width:90px;height:10px;border-radius:5px;background:linear-gradient(90deg,#d9e2ec 40%,#f0f4f8 50%,#d9e2ec 60%) 0 0/300% 100%;animation:x9k3 1.5s linear ${become('-.3s', { animation: '-.9s' })} infinite}@keyframes x9k3{to{background-position:150% 0}}
.css-bn4r22{background:#fde8e8;color:#9b1c1c;padding:12px;text-align:center}
@media (max-width:820px){.css-be0w7r{grid-template-columns:1fr}}
`,
  body: (become) => `
<div>
${become('', { banner: '<div class="css-bn4r22" data-mark="banner">Prices change on the first of May.</div>' })}
<header class="css-17c0hd" data-mark="hairline"><b data-mark="tracking">Kestrel Mail</b><span class="css-ld5ng8" data-mark="animation"></span><time style="margin-left:auto;font-size:14px" data-mark="clock">16:20:5${become('0', { clock: '1' })}</time></header>
<main>
<div class="css-lz81mv" data-mark="backdrop"><h1 data-mark="size weight">Pay for the people, not for the mail</h1><p data-mark="leading word">Every plan has all of the safety. You may change between them on any day, and what is left of a month is ${become('credited', { word: 'returned' })} to the day. There is nothing to sign.</p></div>
<div class="css-be0w7r" data-mark="gap">
${plan(
  'Solo',
  '£ 0',
  'For one person with one address.',
  ['One address', 'Two gigabytes', 'Folders and rules'].map((text) => line(text).replace(' data-item', '')).join(''),
  `<button class="css-btn1b2" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Start free</button>`,
  'data-mark="radius shadow"',
)
  .replace('class="css-x4m7aa"', 'class="css-x4m7aa" data-mark="capitals"')
  .replace('class="css-3lwq8s"', 'class="css-3lwq8s" data-mark="margin"')
  .replace('class="css-0dd21k"', 'class="css-0dd21k" data-mark="muted-contrast"')}
${plan('Team', `£ <span data-mark="digit">${become('6.50', { digit: '8.50' })}</span>`, 'For up to fifty who share calendars.', arranged(become, ['Own domain', 'Thirty gigabytes each', 'Shared calendars', 'Mail lists', 'Answers within an hour', 'Archive of ten years'].map(line), line('Single sign-on')), '<button class="css-btn0a1" data-mark="token-colour subtle-colour">Choose Team</button><span class="css-p7uu2c" data-mark="stack">Most chosen</span>')}
${plan('Company', '£ 11', 'For those who answer to a regulator.', ['Own domain', 'No limit', 'Keys in your hands'].map((text) => line(text).replace(' data-item', '')).join(''), '<button class="css-btn1b2">Talk to us</button>')}
</div>
<div class="css-faq9k4"><h2 data-mark="align">What people ask first</h2>
  <div class="css-q1w2e3" data-mark="padding"><b>May I bring my old mail?</b><br>Yes, from any server that speaks IMAP, while you sleep. <a class="css-lnk3d9" href="/moving" data-mark="underline">How moving works</a></div>
  <div class="css-q1w2e3" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}><b>Where does it lie?</b><br>In Zürich and Reykjavík, each letter in both.</div>
  <div class="css-q4r5t6" data-mark="faint"><img src="${become(photo(131, 96, 96), { picture: photo(149, 96, 96) })}" alt="" data-mark="picture"><span>“We moved 340 people over a weekend, and on Monday nobody noticed.” Ruth Amsel, Nordwand AG</span></div>
  <div class="css-cl1p77" data-mark="clip">imap.kestrel.example.org:993 with TLS 1.3</div>
  <p><input placeholder="Voucher" aria-label="Voucher" style="padding:8px;font:inherit" data-mark="caret"></p>
</div>
</main></div>
`,
}
