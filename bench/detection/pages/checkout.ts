/** A checkout of nested web components with slots; measures in rem, ids that each build makes anew. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const bought = ([name, text, price, seed]: readonly [string, string, string, number]) =>
  `<div class="line" data-item><img src="${photo(seed, 56, 56)}" alt=""><span>${name}<br><small>${text}</small></span><b>${price}</b></div>`

const fieldOf = (id: string, label: string, value: string, mark = '') =>
  `<x-field><template shadowrootmode="open"><style nonce="{{nonce}}">:host{display:block;margin-bottom:.9rem}label{display:block;font-size:.85rem;margin-bottom:.3rem}div{border:1px solid #9aa5b1;border-radius:.35rem;padding:.6rem .75rem;background:#fff}::slotted(input){border:0;outline:0;font:inherit;width:100%;padding:0}</style><label for="${id}">${label}</label><div><slot></slot></div></template><input id="${id}" value="${value}" ${mark}></x-field>`

export const checkoutPage: PageSource = {
  name: 'checkout',
  manner: 'web components with slots, measures in rem',
  title: 'Checkout · Pedal & Post',
  lang: 'en',
  css: (become) => `
html{font-size:16px}body{margin:0;font-family:${become('"Segoe UI","DejaVu Sans",sans-serif', { family: 'Cambria,"DejaVu Serif",serif' })};color:#1f2933;background:#f5f7fa}
x-top{display:flex;align-items:center;gap:1rem;padding:1rem 1.75rem;background:linear-gradient(90deg,#fff,${become('#e4e7eb', { backdrop: '#c3f0d8' })});border-bottom:${become('.0625rem solid #cbd2d9', { hairline: '0' })}}
x-top strong{font-size:1.2rem;letter-spacing:${become('0', { tracking: '.06em' })}}
.steps{display:flex;gap:${become('1.25rem', { gap: '2rem' })};list-style:none;padding:0;margin:0 0 ${become('1.25rem', { margin: '1.875rem' })};font-size:.9rem;color:${become('#52606d', { 'muted-contrast': '#9aa5b1' })}}
.two{display:grid;grid-template-columns:1.3fr 1fr;gap:2rem;max-width:62rem;margin:0 auto;padding:2rem 1.5rem;align-items:start}
h1{font-size:${become('1.75rem', { size: '1.9rem' })};font-weight:${become('700', { weight: '400' })};margin:0 0 .75rem}
h2{font-size:1rem;margin:1.5rem 0 .75rem;text-transform:${become('none', { capitals: 'uppercase' })}}
.hint{line-height:${become('1.5', { leading: '1.8' })};margin:0 0 1rem}.hint a{color:#0b69a3;text-decoration:${become('underline', { underline: 'none' })}}
.buttons{display:flex;gap:.75rem;justify-content:${become('flex-start', { align: 'flex-end' })};flex-wrap:wrap}
.button{font:inherit;border:0;border-radius:.35rem;padding:.75rem 1.5rem;background:#e4e7eb;color:#1f2933}.button.pay{background:${become('#0f8613', { 'token-colour': '#0a6c0e', 'subtle-colour': '#1a8b1b' })};color:#fff}.button:disabled{color:#9aa5b1;background:#f5f7fa}
.wait{display:inline-block;width:.9rem;height:.9rem;border:.2rem solid #cbd2d9;border-left-color:#0f8613;border-radius:50%;animation:wait 1s linear ${become('-.1s', { animation: '-.4s' })} infinite}@keyframes wait{to{transform:rotate(1turn)}}
.alert{background:#fffbea;color:#513c06;padding:.75rem 1.75rem}
@media (max-width:48rem){.two{grid-template-columns:1fr;padding:1.25rem 1rem}}
`,
  body: (become) => `
${become('', { banner: '<div class="alert" role="alert" data-mark="banner">The bank asks for a second sign today; have your phone ready.</div>' })}
<x-top data-mark="hairline backdrop">${icon(become('circle', { picture: 'bolt' }), 22, 'data-mark="picture"')}<strong data-mark="tracking">Pedal &amp; Post</strong><time style="margin-left:auto;font-size:.85rem" data-mark="clock">17:33:1${become('2', { clock: '3' })}</time></x-top>
<div class="two">
<main>
  <ol class="steps" data-mark="gap muted-contrast margin"><li>Basket</li><li><b>Address</b></li><li data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>Payment</li></ol>
  <h1 data-mark="size weight">Where shall we bring it?</h1>
  <p class="hint" data-mark="leading word">A rider brings it between six and nine in the evening, and ${become('rings', { word: 'calls' })} before coming up. If nobody is there, it goes to the neighbour whom you name below. <a href="/riders" data-mark="underline">Where we ride</a></p>
  <form>
    ${fieldOf('radix-a1', 'Name', 'Ilse Marquardt')}
    ${fieldOf('radix-a2', 'Street and number', 'Lindengasse 14')}
    ${fieldOf('radix-a3', 'Neighbour', 'Familie Pohl, third floor')}
    <h2 data-mark="capitals">Pay with</h2>
    <p><input placeholder="Voucher" aria-label="Voucher" style="font:inherit;padding:.5rem" data-mark="caret"></p>
    <p><label for="radix-a4"><input type="radio" id="radix-a4" name="by" checked> Card ending in 4402</label> <label for="radix-a5"><input type="radio" id="radix-a5" name="by"> Invoice</label></p>
    <div class="buttons" data-mark="align"><button class="button pay" data-mark="token-colour subtle-colour">Pay € 96.40</button><button class="button" type="button" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Save for later</button><span class="wait" data-mark="animation"></span></div>
  </form>
</main>
<x-summary><template shadowrootmode="open"><style nonce="{{nonce}}">
:host{display:block;position:relative;isolation:isolate}
.card{background:#fff;border-radius:${become('8px', { radius: '6px' })};box-shadow:${become('0 .125rem .375rem rgba(31,41,51,.16)', { shadow: '0 .5rem 1.25rem rgba(31,41,51,.26)' })};padding:1.5rem 1.25rem 1.25rem;position:relative;z-index:1}
.tag{position:absolute;top:-.6rem;right:1rem;z-index:${become('2', { stack: '0' })};background:#cb6e17;color:#fff;font-size:.8rem;padding:.25rem .75rem}
.line{display:flex;gap:.75rem;align-items:center;padding:.6rem 0;border-bottom:1px dashed #cbd2d9}.line img{width:3.5rem;height:3.5rem;border-radius:.35rem}.line b{margin-left:auto}
small{color:#52606d}.sum{display:flex;justify-content:space-between;font-size:1.2rem;margin:1rem 0}
.note{background:#f5f7fa;padding:${become('12px', { padding: '14px' })};border-radius:.35rem;opacity:${become('1', { faint: '.6' })};font-size:.9rem}
.code{width:11rem;white-space:nowrap;overflow:${become('hidden', { clip: 'visible' })};font:.8rem monospace;margin-bottom:.75rem}
</style><span class="tag" data-mark="stack">Rides today</span><div class="card" data-mark="radius shadow">
${arranged(
  become,
  (
    [
      ['Saddle bag', 'waxed canvas', '€ 48.00', 251],
      ['Bell', 'brass', '€ 14.50', 252],
      ['Inner tube', '28 inches, two', '€ 13.90', 253],
      ['Chain oil', '100 ml', '€ 9.00', 254],
      ['Reflectors', 'a pair', '€ 11.00', 255],
    ] as const
  ).map(bought),
  bought(['Pump', 'with a gauge', '€ 31.00', 256]),
)}
<p class="sum"><span>Sum</span><b data-mark="digit">€ ${become('96.40', { digit: '96.90' })}</b></p><div class="code" data-mark="clip">voucher: SPRING-RIDERS-2026-LINDENGASSE</div><div class="note" data-mark="padding faint">Back within thirty days, with or without the box. <slot name="terms"></slot></div></div></template><a slot="terms" href="/terms">Terms</a></x-summary>
</div>
`,
}
