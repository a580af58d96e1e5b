/** Settings behind tabs, made of web components with shadow roots; tokens reach into them as custom properties. */
import { arranged, icon, type PageSource, photo } from '#bench/detection/source'

const shared = `:host{display:block;box-sizing:border-box}*{box-sizing:border-box}`

const row = ([name, text, state]: readonly [string, string, string]) =>
  `<li class="device" part="device" data-item><span><b>${name}</b><br><small>${text}</small></span><em>${state}</em></li>`

export const settingsPage: PageSource = {
  name: 'settings',
  manner: 'web components with shadow roots',
  title: 'Settings · Lumen',
  lang: 'en',
  css: (become) => `
:root { --accent: ${become('#6d28d9', { 'token-colour': '#5b21b6', 'subtle-colour': '#7430de' })}; --dim: ${become('#52525b', { 'muted-contrast': '#a1a1aa' })}; --corner: ${become('8px', { radius: '6px' })}; --lift: ${become('0 1px 4px rgb(24 24 27 / .16)', { shadow: '0 8px 18px rgb(24 24 27 / .24)' })}; --pad: ${become('12px', { padding: '14px' })}; --edge: ${become('1px solid #e4e4e7', { hairline: '0 solid #e4e4e7' })}; }
body { margin: 0; background: #fafafa; color: #18181b; font: 15px/1.5 ${become('"DejaVu Sans", sans-serif', { family: '"DejaVu Serif", serif' })}; }
lumen-bar { display: flex; align-items: center; gap: 16px; padding: 12px 24px; background: linear-gradient(90deg, #fff, ${become('#f3e8ff', { backdrop: '#cffafe' })}); }
lumen-bar b { letter-spacing: ${become('.01em', { tracking: '.09em' })}; }
.layout { display: grid; grid-template-columns: 200px 1fr; column-gap: ${become('28px', { gap: '40px' })}; max-width: 1000px; margin: ${become('24px', { margin: '36px' })} auto 0; padding: 0 24px 48px; }
[role=tablist] { display: flex; flex-direction: column; gap: 4px; } [role=tab] { border: 0; background: none; text-align: left; padding: 9px 12px; font: inherit; border-radius: 6px; } [role=tab][aria-selected=true] { background: #ede9fe; color: #4c1d95; }
.flash { background: #fef9c3; padding: 10px 24px; }
@media (max-width: 760px) { .layout { grid-template-columns: 1fr; row-gap: 16px; } [role=tablist] { flex-direction: row; flex-wrap: wrap; } }
`,
  body: (become) => `
${become('', { banner: '<div class="flash" data-mark="banner">You are signed in on a new device since yesterday.</div>' })}
<lumen-bar data-mark="backdrop"><b data-mark="tracking">Lumen</b><span style="margin-left:auto"><time data-mark="clock">21:07:1${become('8', { clock: '9' })}</time></span></lumen-bar>
<div class="layout" data-mark="gap margin">
  <div role="tablist" aria-label="Settings"><button role="tab" id="tab-profile" aria-selected="true">Profile</button><button role="tab" id="tab-devices" aria-selected="false">Devices</button><button role="tab" id="tab-mail" aria-selected="false" data-mark="hidden" ${become('', { hidden: 'style="display:none"' })}>Mail</button><button role="tab" id="tab-plan" aria-selected="false">Plan</button></div>
  <main>
    <lumen-card id="profile"><template shadowrootmode="open"><style nonce="{{nonce}}">${shared}
:host{margin-bottom:20px}section{background:#fff;border-radius:var(--corner);box-shadow:var(--lift);padding:20px;position:relative}
h2{margin:0 0 6px;font-size:${become('20px', { size: '22px' })};font-weight:${become('700', { weight: '400' })};text-align:${become('left', { align: 'center' })}}
p{margin:0 0 12px;color:var(--dim);line-height:${become('1.5', { leading: '1.75' })}}
.face{display:flex;gap:14px;align-items:center;border-bottom:var(--edge);padding-bottom:14px;margin-bottom:14px}
.face img{width:72px;height:72px;border-radius:50%;object-fit:cover}
label{display:block;font-size:13px;text-transform:${become('none', { capitals: 'uppercase' })};margin-bottom:4px}
input{width:100%;padding:9px 11px;font:inherit;border:1px solid #a1a1aa;border-radius:6px;margin-bottom:12px}
button{font:inherit;border:0;border-radius:6px;padding:10px 18px;background:var(--accent);color:#fff}button.plain{background:#f4f4f5;color:#18181b}button:disabled{color:#d4d4d8;background:#fafafa}
.spin{display:inline-block;width:12px;height:12px;background:var(--accent);animation:spin 1s linear ${become('-.2s', { animation: '-.6s' })} infinite}@keyframes spin{to{transform:rotate(90deg)}}
</style><section data-mark="radius shadow"><div class="face" data-mark="hairline"><img src="${become(photo(151, 96, 96), { picture: photo(163, 96, 96) })}" alt="Your picture" data-mark="picture"><div><h2 data-mark="size weight align">Profile</h2><p style="margin:0" data-mark="muted-contrast leading word">Others see this beside what you write. It may take a ${become('minute', { word: 'while' })} until it is new everywhere, since pictures are kept near those who look at them.</p></div></div>
<label data-mark="capitals">Name shown</label><input value="Marisol Vega" aria-label="Name shown" data-mark="caret"><label>About you</label><input value="Hydrologist, Valparaíso" aria-label="About you">
<button data-mark="token-colour subtle-colour">Save profile</button> <button class="plain" data-mark="disabled" ${become('', { disabled: 'disabled' })}>Discard</button> <span class="spin" data-mark="animation"></span></section></template></lumen-card>
    <lumen-devices id="devices"><template shadowrootmode="open"><style nonce="{{nonce}}">${shared}
:host{position:relative;isolation:isolate}.box{background:#fff;border:1px solid #e4e4e7;border-radius:12px;position:relative;z-index:1;padding-top:16px}
.count{position:absolute;top:-10px;left:18px;z-index:${become('2', { stack: '0' })};background:#18181b;color:#fff;font-size:12px;padding:3px 10px;border-radius:99px}
ul{list-style:none;margin:0;padding:0}.device{display:flex;justify-content:space-between;gap:12px;padding:10px 18px;border-top:1px solid #f4f4f5;align-items:center}
em{font-style:normal;font-size:13px;color:#15803d}small{color:#52525b}
.hint{margin:0;padding:var(--pad);background:#f4f4f5;opacity:${become('1', { faint: '.6' })};border-radius:0 0 12px 12px}
.key{display:block;width:190px;white-space:nowrap;overflow:${become('hidden', { clip: 'visible' })};font:13px monospace;margin:12px 18px}
a{color:#6d28d9;text-decoration:${become('underline', { underline: 'none' })}}
</style><span class="count" data-mark="stack digit">${become('5', { digit: '6' })} devices</span><div class="box"><ul>
${arranged(
  become,
  (
    [
      ['Firefox on Linux', 'Valparaíso, this one', 'Now'],
      ['Phone', 'Valparaíso', '2 minutes ago'],
      ['Tablet', 'Santiago', 'Yesterday'],
      ['Safari on macOS', 'Concepción', '4 March'],
      ['Command line', 'Unknown place', '1 February'],
    ] as const
  ).map(row),
  row(['Watch', 'Valparaíso', '3 hours ago']),
)}
</ul><code class="key" data-mark="clip">SHA256:q8Zk1n0fW3yT7uPz5vLr2mXc9dBhGjKs</code><p class="hint" data-mark="padding faint">${icon('shield', 16)} Signing out ends a session within a minute. <a href="/help/devices" data-mark="underline">More about devices</a></p></div></template></lumen-devices>
  </main>
</div>
`,
}
